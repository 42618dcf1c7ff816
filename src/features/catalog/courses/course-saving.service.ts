import {
  type Handout,
  type ProductDraft,
  type ProductFile,
  saveHandouts,
  saveOptionalFile,
  saveProduct,
  saveProductFile,
  type SaveContext,
} from '#features/foundation/products/products.public.ts'
import type { Approval } from '#shared/contact-hours.ts'
import { type Law, saveLaw } from '#features/catalog/law/law.public.ts'
import { saveApproval } from '#features/credentials/contact-hours/approvals.public.ts'
import type { PracticeQuestion } from './practice.rules.ts'
import {
  type MatchedLecture,
  matchLectures,
  replaceAttachments,
  replaceQuestions,
  replaceSubLectures,
  retireLecturesExcept,
  saveCourseRow,
  saveLecture,
} from './course-saving.queries.ts'

export type LectureDraft = {
  /** Its permanent name within the course; without one it is matched by slug. */
  key: string | undefined
  slug: string
  name: string
  description: string
  video: ProductFile
  captions: ProductFile | undefined
  poster: ProductFile | undefined
  isSample: boolean
  subLectures: string[]
  attachments: Handout[]
  practice: PracticeQuestion[]
  /** Null without legal content. */
  law: Law | null
}

export type CourseDraft = ProductDraft & {
  level: string
  sources: string[]
  outcomes: string[]
  audience: string
  commonQuestions: { question: string; reply: string }[]
  /** The founder when missing. */
  teacher: { name: string; credentials: string; license: string; experience: string; text: string } | undefined
  portrait: ProductFile | undefined
  approval: Approval | undefined
  lectures: LectureDraft[]
  examination: {
    title: string
    /** The number of questions a paper asks; null for all. */
    draw: number | null
    questions: QuestionDraft[]
  }
}

export type QuestionDraft = {
  /** Its permanent name within the course; without one it is matched by text. */
  key: string | undefined
  question: string
  options: string[]
  /** The keys of `options` within the question; empty when the author gave none. */
  optionKeys: string[]
  /** Zero-based option index. */
  answerIndex: number
  rationale: string
  /** The key of the lecture that teaches it, or its slug when it has no key; an unknown lecture is ignored. */
  lecture: string | undefined
}

/** Saves a course. Removed lectures and questions are retired, so members' work with them stays. */
export async function saveCourse(saving: SaveContext, course: CourseDraft): Promise<void> {
  const { tx, now } = saving
  const courseId = await saveProduct(saving, 'course', course)
  const { level, sources, outcomes, audience, commonQuestions, teacher = null, examination } = course
  const said = { level, sources, outcomes, audience, commonQuestions, teacher }
  const teacherPortraitFileId = await saveOptionalFile(saving, teacher ? course.portrait : undefined, 'everybody')
  await saveCourseRow(tx, {
    productId: courseId,
    ...said,
    teacherPortraitFileId,
    examinationTitle: examination.title,
    examinationDraw: examination.draw,
  })
  await saveApproval(tx, courseId, course.approval)
  const recognised = await matchLectures(tx, courseId, course.lectures)
  const savedIds = new Map<string, string>()
  for (const [position, lecture] of course.lectures.entries()) {
    const known = recognised[position]
    if (known)
      savedIds.set(
        getLectureReference(lecture),
        await saveLectureParts(saving, { ...lecture, ...known, courseId, position }),
      )
  }
  await retireLecturesExcept(tx, courseId, [...savedIds.values()], now)
  const list = examination.questions.map(({ lecture = '', ...question }) => {
    return { ...question, lectureId: savedIds.get(lecture) ?? null }
  })
  await replaceQuestions(tx, courseId, { list, now })
}

/** How a question refers to the lecture. */
export function getLectureReference({ key, slug }: Pick<LectureDraft, 'key' | 'slug'>): string {
  return key ?? slug
}

async function saveLectureParts(
  saving: SaveContext,
  lecture: LectureDraft & MatchedLecture & { courseId: string; position: number },
): Promise<string> {
  const { tx } = saving
  const { courseId, key, slug, position, name, description, video, captions, poster, isSample, practice } = lecture
  const id = await saveLecture(tx, {
    id: lecture.id,
    courseId,
    key,
    slug,
    position,
    name,
    description,
    isSample,
    videoFileId: await saveProductFile(saving, video),
    captionsFileId: await saveOptionalFile(saving, captions),
    posterFileId: await saveOptionalFile(saving, poster, 'everybody'),
    practice,
  })
  await saveLaw(tx, id, lecture.law)
  await replaceSubLectures(tx, id, lecture.subLectures)
  await replaceAttachments(tx, id, await saveHandouts(saving, lecture.attachments))
  return id
}
