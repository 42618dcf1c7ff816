import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import { getImageUrl } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { formatHours } from '#shared/contact-hours.ts'
import { toKindView } from '#shared/lecture-kind.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import { toDocumentMarkdown, type MarkdownText, toTypedMarkdown } from '#shared/markdown.ts'
import { parseCitation } from './citations.rules.ts'
import { describeCertificate } from './certificate-summaries.rules.ts'
import { toSample } from './course-summaries.service.ts'
import type { CourseDetail } from './courses.contract.ts'
import type { CourseWithDetails } from './courses.service.ts'
import { describeStudyTime } from './study-time.rules.ts'

type RenderHtml = (text: MarkdownText) => string

/** Returns a published course for its page, with the stored HTML of its texts. */
export async function renderCourseDetail({ db }: Pick<Deps, 'db'>, course: CourseWithDetails): Promise<CourseDetail> {
  const rendered = await readRendered(db, listCourseTexts(course))
  return toCourseDetail(course, (text) => rendered(text).html)
}

/** The texts that `toCourseDetail` renders. */
export function listCourseTexts({
  fullDescription,
  lectures,
  commonQuestions,
  teacher,
}: CourseWithDetails): MarkdownText[] {
  return [
    ...[fullDescription, teacher?.text ?? '', ...commonQuestions.map(({ reply }) => reply)].map(toDocumentMarkdown),
    ...lectures.map(({ description }) => toTypedMarkdown(description)),
  ]
}

export function toCourseDetail(course: CourseWithDetails, html: RenderHtml): CourseDetail {
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
      ...toKindView(lecture.kind, lecture.readingWords),
    })),
    ...toBuyerInfo(course, html),
  }
}

function toBuyerInfo(course: CourseWithDetails, html: RenderHtml) {
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
    ...(course.exam === 'none' && { exam: 'none' as const }),
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
  { text, isFounder, imageUrl, ...details }: NonNullable<CourseWithDetails['teacher']>,
  html: RenderHtml,
) {
  return { ...details, html: html(toDocumentMarkdown(text)), is_founder: isFounder, images: [], image_url: imageUrl }
}
