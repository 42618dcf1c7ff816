import { randomUUID } from 'node:crypto'
import { toApproval } from '#features/credentials/contact-hours/approvals.public.ts'
import { renderTogether } from '#features/foundation/markdown/markdown.public.ts'
import {
  nameOrUntitled,
  toPreviewedProduct,
  withPlanPrice,
} from '#features/foundation/product-folders/product-folders.public.ts'
import type { Deps } from '#platform/deps.ts'
import { getLectureKind } from '#shared/lecture-kind.ts'
import type { MarkdownText } from '#shared/markdown.ts'
import { listCourseTexts, toCourseDetail } from './course-details.service.ts'
import type { CoursePlan, ExaminationPlan, LecturePlan } from './course-model.contract.ts'
import type { CourseDetail } from './courses.contract.ts'
import { addCourseDetails, type StoredCourse } from './courses.service.ts'

type DraftFile = { id: string; seconds: number | null; pages: number | null; words: number | null }
type Draft = { plan: CoursePlan; files: readonly DraftFile[] }

/**
 * Returns a draft as its page would show it if it were published now. Anything may be missing. The price is empty if
 * there is none. Pictures of the draft are not public, so they are left out.
 */
export async function previewCourse(deps: Pick<Deps, 'db' | 'now'>, draft: Draft): Promise<CourseDetail> {
  const course = await addCourseDetails(deps, toStoredCourse(draft, deps.now()))
  const texts = listCourseTexts(course)
  const rendered = await renderTogether(texts)
  const html = new Map(texts.map((text, index) => [getKey(text), rendered[index] ?? '']))
  return withPlanPrice(
    toCourseDetail(course, (text) => html.get(getKey(text)) ?? ''),
    draft.plan,
  )
}

const getKey = ({ text, style }: MarkdownText) => `${style}\n${text}`

/** Converts a draft to what publishing it would store. */
function toStoredCourse({ plan, files }: Draft, now: Date): StoredCourse {
  const fileOf = new Map(files.map((file) => [file.id, file]))
  const lectures = plan.lectures.map((lecture) => toLectureSummary(lecture, fileOf))
  const sample = plan.lectures.findIndex(
    ({ sample, video, audio, text }) => sample && (fileOf.has(video ?? audio ?? '') || text.trim() !== ''),
  )
  const free = lectures[sample]
  return {
    ...toPreviewedProduct(plan),
    updatedAt: now,
    level: plan.level.trim(),
    sources: trimLines(plan.sources),
    outcomes: trimLines(plan.outcomes),
    audience: plan.audience.trim(),
    commonQuestions: plan.common_questions.map(({ question, reply }) => ({
      question: nameOrUntitled(question),
      reply: reply.trim(),
    })),
    teacher: toTeacher(plan.teacher),
    portrait: null,
    approval: Number.isFinite(Number(plan.approval.hours)) ? (toApproval(plan.approval) ?? null) : null,
    completionRule: (plan.completion_rule || null) as StoredCourse['completionRule'],
    exam: plan.exam === 'none' ? 'none' : null,
    isCompletionCertificate: plan.completion_certificate,
    questions: plan.exam === 'none' ? 0 : countQuestions(plan.examination),
    sample: free ? { name: free.name, seconds: free.seconds, kind: free.kind } : null,
    lectures,
  }
}

function toLectureSummary(
  lecture: LecturePlan,
  fileOf: ReadonlyMap<string, DraftFile>,
): StoredCourse['lectures'][number] {
  const handouts = lecture.attachments.map(({ file }) => fileOf.get(file ?? ''))
  return {
    // Two lectures of a draft may have the same address, but not the same ID.
    slug: lecture.id,
    name: nameOrUntitled(lecture.name),
    description: lecture.description.trim(),
    seconds: fileOf.get(lecture.video ?? lecture.audio ?? '')?.seconds ?? null,
    kind: getLectureKind(lecture),
    readingWords: lecture.text.match(/\S+/g)?.length ?? 0,
    subLectures: trimLines(lecture.sub_lectures).map((title) => ({ id: randomUUID(), title })),
    attachmentNames: lecture.attachments.map(({ name }) => nameOrUntitled(name)),
    pages: handouts.reduce((sum, file) => sum + (file?.pages ?? 0), 0),
    words: handouts.reduce((sum, file) => sum + (file?.words ?? 0), 0),
  }
}

/** Without any information about an instructor, the page shows the founder. */
function toTeacher({ portrait, ...teacher }: CoursePlan['teacher']): StoredCourse['teacher'] {
  const { name, credentials, license, experience, text } = teacher
  const words = [name, credentials, license, experience, text].map((part) => part.trim())
  if (portrait === null && words.every((part) => part === '')) return null
  const [, credential = '', licensed = '', experienced = '', story = ''] = words
  return {
    name: nameOrUntitled(name),
    credentials: credential,
    license: licensed,
    experience: experienced,
    text: story,
  }
}

/** How many questions an exam attempt would have. */
function countQuestions(examination: ExaminationPlan): number {
  const { length } = examination.questions
  return Math.min(getDraw(examination) ?? length, length)
}

/** How many questions a draft's exam draws for an attempt; null if it asks all, also while the number is invalid. */
export function getDraw({ draw }: ExaminationPlan): number | null {
  const drawn = Number(draw)
  return Number.isInteger(drawn) && drawn > 0 ? drawn : null
}

const trimLines = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')
