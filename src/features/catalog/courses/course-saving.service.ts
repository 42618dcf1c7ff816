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
  /** Its name within the course for good; without one it is known by its address. */
  key: string | undefined
  /** Its address within the course. */
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
  /** Null where it says nothing of the law. */
  law: Law | null
}

export type CourseDraft = ProductDraft & {
  level: string
  sources: string[]
  outcomes: string[]
  audience: string
  commonQuestions: { question: string; reply: string }[]
  /** Without one it is the founder. */
  teacher: { name: string; credentials: string; license: string; experience: string; text: string } | undefined
  portrait: ProductFile | undefined
  /** For contact hours. */
  approval: Approval | undefined
  lectures: LectureDraft[]
  examination: {
    title: string
    /** How many of the questions a paper asks; null for all. */
    draw: number | null
    questions: QuestionDraft[]
  }
}

export type QuestionDraft = {
  /** Its name within the course for good; without one it is known by its words. */
  key: string | undefined
  question: string
  options: string[]
  /** The names of `options` within the question; none where their author gave none. */
  optionKeys: string[]
  /** Counts the options from 0. */
  answerIndex: number
  rationale: string
  /** The key of the lecture that teaches it, or the address of one that has no key; a lecture that the course does not have is none. */
  lecture: string | undefined
}

/** Saves a course as it is from now on. Lectures and questions that are left out are retired: what members did with them stays. */
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

/** What a question calls it. */
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
