import type { FastifyInstance } from 'fastify'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import { imageUrlOf } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { documentText, typedText } from '#shared/markdown.ts'
import {
  type LectureInCourse,
  type LectureToWatch,
  listMyAcademy,
  takeCourse,
  updateProgress,
  watchLecture,
} from './study.contract.ts'
import { courseToTake, lectureToWatch, myAcademy, saveProgress } from './study.service.ts'

export function learningRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listMyAcademy, async ({ member }) => (await myAcademy(deps, member.id)).map(inMyAcademy))
  serve(app, takeCourse, async ({ params, member }) => toTake(deps, await courseToTake(deps, member, params.id)))
  serve(app, watchLecture, async ({ params, member }) =>
    toWatch(deps, await lectureToWatch(deps, member, lectureKeyOf(params))),
  )
  serve(app, updateProgress, async ({ params, member }) => ({
    lectureProgress: await saveProgress(deps, member.id, lectureKeyOf(params)),
  }))
}

function lectureKeyOf({ id1, id2 }: { id1: string; id2: string }) {
  return { slugOrPurchaseId: id1, lectureSlug: id2 }
}

type Course = Awaited<ReturnType<typeof courseToTake>>
type Lecture = Course['lectures'][number]

function inMyAcademy(
  course: Omit<Course, 'id' | 'fullDescription' | 'bundle' | 'lectures'>,
): ReplyOf<typeof listMyAcademy>[number] {
  const { slug, title, shortDescription, images, progress } = course
  return {
    id_: slug,
    course_name: title,
    course_short_description: shortDescription,
    imageURL: imageUrlOf(images),
    images,
    title,
    lectureProgress: progress,
  }
}

async function toTake({ db }: Pick<Deps, 'db'>, course: Course): Promise<ReplyOf<typeof takeCourse>> {
  const { slug, title, shortDescription, fullDescription, images, progress, bundle, lectures } = course
  const description = documentText(fullDescription)
  const rendered = await readRendered(db, [description, ...lectures.map((lecture) => typedText(lecture.description))])
  return {
    id: slug,
    lectureProgress: progress,
    imageURL: imageUrlOf(images),
    images,
    course_name: title,
    course_short_description: shortDescription,
    course_full_description: fullDescription,
    course_full_description_html: rendered(description).html,
    resources: bundle && { zip_url: bundle.address, bytes: bundle.bytes },
    lectures: lectures.map((lecture) => inCourse(lecture, rendered(typedText(lecture.description)).html)),
  }
}

async function toWatch(
  { db }: Pick<Deps, 'db'>,
  lecture: Awaited<ReturnType<typeof lectureToWatch>>,
): Promise<LectureToWatch> {
  const description = typedText(lecture.description)
  const rendered = await readRendered(db, [description])
  return {
    ...inCourse(lecture, rendered(description).html),
    videoId: lecture.videoId,
    videoURL: lecture.videoAddress,
    captionsURL: lecture.captionsAddress,
    posterURL: lecture.posterAddress,
    law: lecture.law,
    changes: lecture.changes,
    practice: lecture.practice.map(({ question, options, answerIndex, rationale }) => {
      return { question, options, answer: answerIndex, rationale }
    }),
  }
}

function inCourse(
  { slug, name, description, subLectures, attachments, isCompleted, seconds }: Lecture,
  html: string,
): LectureInCourse {
  return {
    id: slug,
    lecture_name: name,
    lecture_description: description,
    lecture_description_html: html,
    sub_lecture: subLectures.map(({ id, title }) => ({ id, sub_lecture_title: title })),
    attachments: attachments.map((file) => ({ file_name: file.name, file_url: file.address })),
    is_completed: isCompleted,
    seconds,
  }
}
