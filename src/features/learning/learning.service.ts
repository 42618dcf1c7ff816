import { imageAddress, imagesOf, imageUrlOf, mediaAddressFor } from '#features/media/media.public.ts'
import { findOwned } from '#features/ownership/ownership.public.ts'
import type { Deps } from '#platform/deps.ts'
import { markdownToHtml } from '#platform/markdown.ts'
import { AppError } from '#shared/app-error.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { LectureInCourse, listMyAcademy, takeCourse, updateProgress, watchLecture } from './learning.contract.ts'
import { completeLecture, findCourse, type LectureRow, listLectures, listOwnedCourses } from './learning.queries.ts'
import { progressPercent } from './learning.rules.ts'

type Study = Pick<Deps, 'db' | 'config' | 'now'>

const notYours = () => new AppError('not_found', 'No such course among yours.')
const noSuchLecture = () => new AppError('not_found', 'No such lecture in this course.')

export async function myAcademy({ db }: Study, memberId: string): Promise<ReplyOf<typeof listMyAcademy>> {
  const courses = await listOwnedCourses(db, memberId)
  const images = await imagesOf(
    db,
    courses.map(({ id }) => id),
  )
  return courses.map((course) => ({
    id_: course.slug,
    course_name: course.title,
    course_short_description: course.shortDescription,
    imageURL: imageUrlOf(images.get(course.id)),
    images: images.get(course.id) ?? [],
    title: course.title,
    lectureProgress: progressPercent(course),
  }))
}

export async function courseToTake(study: Study, memberId: string, id: string): Promise<ReplyOf<typeof takeCourse>> {
  const { db } = study
  const owned = await findOwned(db, memberId, 'course', id)
  if (!owned) throw notYours()
  const [course, rows, images] = await Promise.all([
    findCourse(db, memberId, owned.id),
    listLectures(db, { memberId, courseId: owned.id }),
    imagesOf(db, [owned.id]),
  ])
  if (!course) throw notYours()
  return {
    id: course.slug,
    lectureProgress: progressPercent(course),
    imageURL: imageUrlOf(images.get(course.id)),
    images: images.get(course.id) ?? [],
    course_name: course.title,
    course_short_description: course.shortDescription,
    course_full_description: course.fullDescription,
    course_full_description_html: markdownToHtml(course.fullDescription),
    lectures: rows.map((row) => lectureOf(study, memberId, row)),
  }
}

type Place = { id1: string; id2: string }

export async function lectureToWatch(
  study: Study,
  memberId: string,
  { id1, id2 }: Place,
): Promise<ReplyOf<typeof watchLecture>> {
  const { db } = study
  const owned = await findOwned(db, memberId, 'course', id1)
  if (!owned) throw notYours()
  const [row] = await listLectures(db, { memberId, courseId: owned.id, slug: id2 })
  if (!row) throw noSuchLecture()
  return {
    ...lectureOf(study, memberId, row),
    videoId: row.video && row.video.id,
    videoURL: row.video && mediaAddressFor(study, memberId, row.video),
    captionsURL: row.captions && mediaAddressFor(study, memberId, row.captions),
    posterURL: row.poster && imageAddress(row.poster.id, row.poster.name),
  }
}

export async function saveProgress(
  { db, now }: Study,
  memberId: string,
  { id1, id2 }: Place,
): Promise<ReplyOf<typeof updateProgress>> {
  const owned = await findOwned(db, memberId, 'course', id1)
  if (!owned) throw notYours()
  if (!(await completeLecture(db, { memberId, courseId: owned.id, slug: id2, completedAt: now() })))
    throw noSuchLecture()
  const course = await findCourse(db, memberId, owned.id)
  return { lectureProgress: course ? progressPercent(course) : 0 }
}

function lectureOf(study: Study, memberId: string, row: LectureRow): LectureInCourse {
  return {
    id: row.slug,
    lecture_name: row.name,
    lecture_description: row.description,
    sub_lecture: row.subLectures.map(({ id, title }) => ({ id, sub_lecture_title: title })),
    attachments: row.attachments.map(({ name, fileId, fileName }) => ({
      file_name: name,
      file_url: mediaAddressFor(study, memberId, { id: fileId, name: fileName }),
    })),
    is_completed: row.isCompleted,
    seconds: row.video?.seconds ?? null,
  }
}
