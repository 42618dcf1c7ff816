import type { FastifyInstance } from 'fastify'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import { imageUrlOf } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { cents, decimalOf } from '#shared/money.ts'
import { documentText, type MarkdownText, typedText } from '#shared/markdown.ts'
import {
  type CourseInShop,
  type CourseOnShelf,
  listCourses,
  listCoursesPage,
  listPopularCourses,
  readCourse,
  readCourseAsVisitor,
} from './courses.contract.ts'
import { certificateSays } from './certificate-summary.rules.ts'
import { readWorksheet } from './worksheet.contract.ts'
import { courseInShop, coursesOnShelf, pageOfCourses, popularCourses, worksheetOf } from './courses.service.ts'

export function courseRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listCourses, async () => (await coursesOnShelf(deps)).map(onShelf))
  serve(app, listCoursesPage, async ({ params }) => {
    const { courses, ...page } = await pageOfCourses(deps, params.page)
    return { items: courses.map(onShelf), ...page }
  })
  serve(app, listPopularCourses, async () => (await popularCourses(deps)).map(onShelf))
  serve(app, readCourse, async ({ params, member }) => inShop(deps, await courseInShop(deps, member.id, params.id)))
  serve(app, readWorksheet, ({ params }) => worksheetOf(deps, params.id))
  serve(app, readCourseAsVisitor, async ({ params }) => inShop(deps, await courseInShop(deps, undefined, params.id)))
}

type Shown = Awaited<ReturnType<typeof popularCourses>>[number]

function onShelf({ slug, images, title, shortDescription, priceCents, sample }: Shown): CourseOnShelf {
  return {
    id_: slug,
    image_url: imageUrlOf(images),
    images,
    course_name: title,
    course_short_description: shortDescription,
    price: decimalOf(cents(priceCents)),
    sample: toWatch(sample),
  }
}

type InShop = Awaited<ReturnType<typeof courseInShop>>

async function inShop({ db }: Pick<Deps, 'db'>, course: InShop): Promise<CourseInShop> {
  const html = await htmlOf(db, course)
  const { slug, images, title, shortDescription, fullDescription, lectures } = course
  return {
    id_: slug,
    imageURL: imageUrlOf(images),
    images,
    course_name: title,
    course_short_description: shortDescription,
    course_full_description: fullDescription,
    course_full_description_html: html(documentText(fullDescription)),
    level: course.level,
    price: decimalOf(cents(course.priceCents)),
    currency: course.currency,
    isPurchased: course.isPurchased,
    isDisputed: course.isDisputed,
    study_seconds: Math.round(lectures.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)),
    lectures: lectures.map((lecture) => ({
      id: lecture.slug,
      lecture_name: lecture.name,
      lecture_description: lecture.description,
      lecture_description_html: html(typedText(lecture.description)),
      sub_lecture: lecture.subLectures.map((part) => ({ id: part.id, sub_lecture_title: part.title })),
      attachments: lecture.attachmentNames.map((name) => ({ file_name: name, file_url: null })),
      seconds: lecture.seconds,
    })),
    ...toDecideBy(course, html),
  }
}

type Html = (text: MarkdownText) => string

async function htmlOf(db: Deps['db'], { fullDescription, lectures, commonQuestions, teacher }: InShop): Promise<Html> {
  const rendered = await readRendered(db, [
    ...[fullDescription, teacher?.text ?? '', ...commonQuestions.map(({ reply }) => reply)].map(documentText),
    ...lectures.map(({ description }) => typedText(description)),
  ])
  return (text) => rendered(text).html
}

/** What helps to decide. */
function toDecideBy(course: InShop, html: Html) {
  const { outcomes, audience, minutes, questions, updatedOn, sources, commonQuestions, teacher } = course
  return {
    outcomes,
    audience,
    study_minutes: minutes,
    questions,
    updated_on: updatedOn,
    updated_in: course.updatedIn,
    certificate: certificateSays(course.contactHours),
    sample: toWatch(course.sample),
    sources,
    common_questions: commonQuestions.map(({ question, reply }) => ({
      question,
      reply_html: html(documentText(reply)),
    })),
    teacher: teacher && taughtBy(teacher, html),
  }
}

function taughtBy({ text, isFounder, imageUrl, ...told }: NonNullable<InShop['teacher']>, html: Html) {
  return { ...told, html: html(documentText(text)), is_founder: isFounder, image_url: imageUrl }
}

function toWatch(sample: Shown['sample']): CourseOnShelf['sample'] {
  return sample && { lecture_name: sample.name, seconds: sample.seconds }
}
