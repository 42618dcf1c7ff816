import { imageAddress, imagesFrom, imageUrlOf, mediaAddressFor, type Viewer } from '#features/media/media.public.ts'
import { isClosedByDispute } from '#features/ownership/ownership.public.ts'
import type { Deps } from '#platform/deps.ts'
import { markdownToHtml } from '#platform/markdown.ts'
import { AppError } from '#shared/app-error.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { LectureInCourse, listMyAcademy, takeCourse, updateProgress, watchLecture } from './learning.contract.ts'
import {
  completeLecture,
  findLectureIds,
  findOwnedCourse,
  findOwnedLecture,
  type LectureRow,
  listLectures,
  listOwnedCourses,
  type Place,
  readProgress,
} from './learning.queries.ts'
import { progressPercent } from './learning.rules.ts'

type LearningDeps = Pick<Deps, 'db' | 'config' | 'now'>

const notYours = () => new AppError('not_found', 'No such course among yours.')
const noSuchLecture = () => new AppError('not_found', 'No such lecture in this course.')

/** Who has bought it and finds it closed is told that it is the dispute that closed it. */
async function refusal(db: Deps['db'], memberId: string, slugOrPurchaseId: string): Promise<AppError> {
  const { code, message } = notYours()
  const isDisputed = await isClosedByDispute(db, memberId, 'course', slugOrPurchaseId)
  return isDisputed ? new AppError(code, message, { reply: { is_disputed: true } }) : notYours()
}

export async function myAcademy({ db }: Pick<Deps, 'db'>, memberId: string): Promise<ReplyOf<typeof listMyAcademy>> {
  const courses = await listOwnedCourses(db, memberId)
  return courses.map((course) => {
    const images = imagesFrom(course.covers)
    return {
      id_: course.slug,
      course_name: course.title,
      course_short_description: course.shortDescription,
      imageURL: imageUrlOf(images),
      images,
      title: course.title,
      lectureProgress: progressPercent(course),
    }
  })
}

export async function courseToTake(
  deps: LearningDeps,
  member: Viewer,
  slugOrPurchaseId: string,
): Promise<ReplyOf<typeof takeCourse>> {
  const course = await findOwnedCourse(deps.db, member.id, slugOrPurchaseId)
  if (!course) throw await refusal(deps.db, member.id, slugOrPurchaseId)
  const rows = await listLectures(deps.db, member.id, course.id)
  const images = imagesFrom(course.covers)
  return {
    id: course.slug,
    lectureProgress: progressPercent(course),
    imageURL: imageUrlOf(images),
    images,
    course_name: course.title,
    course_short_description: course.shortDescription,
    course_full_description: course.fullDescription,
    course_full_description_html: markdownToHtml(course.fullDescription),
    lectures: rows.map((row) => lectureOf(deps, member, row)),
  }
}

export async function lectureToWatch(
  deps: LearningDeps,
  member: Viewer,
  place: Place,
): Promise<ReplyOf<typeof watchLecture>> {
  const found = await findOwnedLecture(deps.db, member.id, place)
  if (!found) throw await refusal(deps.db, member.id, place.slugOrPurchaseId)
  const { lecture, video, captions, poster } = found
  if (!lecture) throw noSuchLecture()
  return {
    ...lectureOf(deps, member, { ...lecture, seconds: video?.seconds ?? null }),
    videoId: video && video.id,
    videoURL: video && mediaAddressFor(deps, member, video),
    captionsURL: captions && mediaAddressFor(deps, member, captions),
    posterURL: poster && imageAddress(poster.id, poster.name),
  }
}

export async function saveProgress(
  { db, now }: LearningDeps,
  memberId: string,
  place: Place,
): Promise<ReplyOf<typeof updateProgress>> {
  const found = await findLectureIds(db, memberId, place)
  if (!found) throw notYours()
  const { courseId, lectureId } = found
  if (lectureId === null) throw noSuchLecture()
  await completeLecture(db, { memberId, lectureId, completedAt: now() })
  return { lectureProgress: progressPercent(await readProgress(db, memberId, courseId)) }
}

function lectureOf(deps: LearningDeps, member: Viewer, row: LectureRow): LectureInCourse {
  return {
    id: row.slug,
    lecture_name: row.name,
    lecture_description: row.description,
    sub_lecture: row.subLectures.map(({ id, title }) => ({ id, sub_lecture_title: title })),
    attachments: row.attachments.map(({ name, fileId, fileName }) => ({
      file_name: name,
      file_url: mediaAddressFor(deps, member, { id: fileId, name: fileName }),
    })),
    is_completed: row.isCompleted,
    seconds: row.seconds,
  }
}
