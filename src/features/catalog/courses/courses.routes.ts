import type { FastifyInstance } from 'fastify'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import { getImageUrl } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { formatHours } from '#shared/contact-hours.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import { toDocumentMarkdown, type MarkdownText, toTypedMarkdown } from '#shared/markdown.ts'
import {
  type CourseDetail,
  listCourses,
  listCoursesPage,
  listPopularCourses,
  readCourse,
  readCourseAsVisitor,
} from './courses.contract.ts'
import { parseCitation } from './citations.rules.ts'
import { describeCertificate } from './certificate-summaries.rules.ts'
import { describeStudyTime } from './study-time.rules.ts'
import { toCourseSummary, toSample } from './course-summaries.service.ts'
import { getCourseDetail, getCourseList, getCoursesPage, getPopularCourses } from './courses.service.ts'

export function courseRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, listCourses, async () => (await getCourseList(deps)).map(toCourseSummary))
  registerEndpoint(app, listCoursesPage, async ({ params }) => {
    const { courses, ...page } = await getCoursesPage(deps, params.page)
    return { items: courses.map(toCourseSummary), ...page }
  })
  registerEndpoint(app, listPopularCourses, async () => (await getPopularCourses(deps)).map(toCourseSummary))
  registerEndpoint(app, readCourse, async ({ params, member }) =>
    toCourseDetail(deps, await getCourseDetail(deps, member.id, params.id)),
  )
  registerEndpoint(app, readCourseAsVisitor, async ({ params }) =>
    toCourseDetail(deps, await getCourseDetail(deps, undefined, params.id)),
  )
}

type CourseDetailRow = Awaited<ReturnType<typeof getCourseDetail>>

async function toCourseDetail({ db }: Pick<Deps, 'db'>, course: CourseDetailRow): Promise<CourseDetail> {
  const html = await loadHtml(db, course)
  const { slug, images, title, shortDescription, fullDescription, lectures } = course
  return {
    id_: slug,
    imageURL: getImageUrl(images),
    images,
    course_name: title,
    course_short_description: shortDescription,
    course_full_description: fullDescription,
    course_full_description_html: html(toDocumentMarkdown(fullDescription)),
    level: course.level,
    price: formatDecimal(cents(course.priceCents)),
    currency: course.currency,
    isPurchased: course.isPurchased,
    isDisputed: course.isDisputed,
    study_seconds: Math.round(lectures.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)),
    lectures: lectures.map((lecture) => ({
      id: lecture.slug,
      lecture_name: lecture.name,
      lecture_description: lecture.description,
      lecture_description_html: html(toTypedMarkdown(lecture.description)),
      sub_lecture: lecture.subLectures.map((part) => ({ id: part.id, sub_lecture_title: part.title })),
      attachments: lecture.attachmentNames.map((name) => ({ file_name: name, file_url: null })),
      seconds: lecture.seconds,
    })),
    ...toBuyerInfo(course, html),
  }
}

type RenderHtml = (text: MarkdownText) => string

async function loadHtml(
  db: Deps['db'],
  { fullDescription, lectures, commonQuestions, teacher }: CourseDetailRow,
): Promise<RenderHtml> {
  const rendered = await readRendered(db, [
    ...[fullDescription, teacher?.text ?? '', ...commonQuestions.map(({ reply }) => reply)].map(toDocumentMarkdown),
    ...lectures.map(({ description }) => toTypedMarkdown(description)),
  ])
  return (text) => rendered(text).html
}

function toBuyerInfo(course: CourseDetailRow, html: RenderHtml) {
  const citations = course.sources.flatMap((line) => parseCitation(line) ?? [])
  const { outcomes, audience, minutes, questions, updatedOn, commonQuestions, teacher } = course
  return {
    outcomes,
    audience,
    study_minutes: minutes,
    study_time: describeStudyTime(minutes, {
      lectures: course.lectures.length,
      handouts: course.lectures.reduce((sum, { attachmentNames }) => sum + attachmentNames.length, 0),
      questions,
    }),
    questions,
    updated_on: updatedOn,
    updated_in: course.updatedIn,
    certificate: describeCertificate(course),
    contact_hours: course.contactHours && formatHours(course.contactHours.hours),
    sample: toSample(course.sample),
    sources: citations.map(({ url }) => url),
    citations,
    common_questions: commonQuestions.map(({ question, reply }) => ({
      question,
      reply_html: html(toDocumentMarkdown(reply)),
    })),
    teacher: teacher && toInstructor(teacher, html),
  }
}

function toInstructor(
  { text, isFounder, imageUrl, ...details }: NonNullable<CourseDetailRow['teacher']>,
  html: RenderHtml,
) {
  return { ...details, html: html(toDocumentMarkdown(text)), is_founder: isFounder, images: [], image_url: imageUrl }
}
