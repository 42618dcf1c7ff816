import type { FastifyInstance } from 'fastify'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import { getImageUrl } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { toKindView } from '#shared/lecture-kind.ts'
import { toDocumentMarkdown, toTypedMarkdown } from '#shared/markdown.ts'
import {
  type LectureListItem,
  type LectureDetail,
  listMyAcademy,
  readOwnedCourse,
  updateProgress,
  readOwnedLecture,
} from './study.contract.ts'
import { getOwnedCourse, getLecture, listMyCourses, saveProgress } from './study.service.ts'

export function studyRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, listMyAcademy, async ({ member }) => (await listMyCourses(deps, member.id)).map(toMyCourse))
  registerEndpoint(app, readOwnedCourse, async ({ params, member }) =>
    toOwnedCourse(deps, await getOwnedCourse(deps, member, params.id)),
  )
  registerEndpoint(app, readOwnedLecture, async ({ params, member }) =>
    toLectureDetail(deps, await getLecture(deps, member, toLectureKey(params))),
  )
  registerEndpoint(app, updateProgress, async ({ params, member }) => ({
    lectureProgress: await saveProgress(deps, member.id, toLectureKey(params)),
  }))
}

function toLectureKey({ id1, id2 }: { id1: string; id2: string }) {
  return { slugOrPurchaseId: id1, lectureSlug: id2 }
}

type Course = Awaited<ReturnType<typeof getOwnedCourse>>
type Lecture = Course['lectures'][number]

function toMyCourse(
  course: Omit<Course, 'id' | 'fullDescription' | 'exam' | 'isCompletionCertificate' | 'bundle' | 'lectures'>,
): EndpointReply<typeof listMyAcademy>[number] {
  const { slug, title, shortDescription, images, progress } = course
  return {
    id_: slug,
    course_name: title,
    course_short_description: shortDescription,
    imageURL: getImageUrl(images),
    images,
    title,
    lectureProgress: progress,
  }
}

async function toOwnedCourse({ db }: Pick<Deps, 'db'>, course: Course): Promise<EndpointReply<typeof readOwnedCourse>> {
  const { slug, title, shortDescription, fullDescription, images, progress, bundle, lectures } = course
  const description = toDocumentMarkdown(fullDescription)
  const rendered = await readRendered(db, [
    description,
    ...lectures.map((lecture) => toTypedMarkdown(lecture.description)),
  ])
  return {
    id: slug,
    lectureProgress: progress,
    imageURL: getImageUrl(images),
    images,
    course_name: title,
    course_short_description: shortDescription,
    course_full_description: fullDescription,
    course_full_description_html: rendered(description).html,
    ...(course.exam === 'none' && {
      exam: 'none' as const,
      gives_certificate: course.isCompletionCertificate,
    }),
    resources: bundle && { zip_url: bundle.address, bytes: bundle.bytes },
    lectures: lectures.map((lecture) =>
      toLectureListItem(lecture, rendered(toTypedMarkdown(lecture.description)).html),
    ),
  }
}

async function toLectureDetail(
  { db }: Pick<Deps, 'db'>,
  lecture: Awaited<ReturnType<typeof getLecture>>,
): Promise<LectureDetail> {
  const description = toTypedMarkdown(lecture.description)
  const text = toDocumentMarkdown(lecture.text)
  const rendered = await readRendered(db, [description, ...(lecture.text === '' ? [] : [text])])
  return {
    ...toLectureListItem(lecture, rendered(description).html),
    ...(lecture.text !== '' && { lecture_text: lecture.text, lecture_text_html: rendered(text).html }),
    videoId: lecture.recordingId,
    position: lecture.position,
    videoURL: lecture.recordingAddress,
    captionsURL: lecture.captionsAddress,
    posterURL: lecture.posterAddress,
    law: lecture.law,
    changes: lecture.changes,
    practice: lecture.practice.map(({ question, options, answerIndex, rationale }) => {
      return { question, options, answer: answerIndex, rationale }
    }),
  }
}

function toLectureListItem(
  { slug, name, description, kind, readingWords, subLectures, attachments, isCompleted, seconds }: Lecture,
  html: string,
): LectureListItem {
  return {
    id: slug,
    lecture_name: name,
    lecture_description: description,
    lecture_description_html: html,
    sub_lecture: subLectures.map(({ id, title }) => ({ id, sub_lecture_title: title })),
    attachments: attachments.map((file) => ({ file_name: file.name, file_url: file.address })),
    is_completed: isCompleted,
    seconds,
    ...toKindView(kind, readingWords),
  }
}
