import { z } from 'zod'
import { ApprovalFile } from '#features/credentials/contact-hours/approvals.contract.ts'
import {
  fileLine,
  group,
  handouts,
  line,
  list,
  productKeys,
  text,
} from '#features/foundation/course-folders/course-folders.contract.ts'
import { itemId } from './examination.contract.ts'
import { LawFile } from '#features/catalog/law/law.contract.ts'
import { PracticeFile } from './practice.contract.ts'

export { checkPractice, practisedQuestions } from './practice.contract.ts'
export { checkExamination, ExaminationFile, unknownLectures } from './examination.contract.ts'

const MOST_OUTCOMES = 8
const MOST_COMMON_QUESTIONS = 12

const Teacher = group({
  name: line,
  credentials: line.default(''),
  license: line.default(''),
  experience: line.default(''),
  portrait: fileLine.optional(),
  text: text.default(''),
})

export const CourseFile = group({
  ...productKeys,
  approval: ApprovalFile.optional(),
  level: line.default(''),
  sources: list(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })).default([]),
  outcomes: list(line).max(MOST_OUTCOMES, `must hold at most ${MOST_OUTCOMES}`).default([]),
  audience: line.default(''),
  teacher: Teacher.optional(),
  common_questions: list(group({ question: line, reply: text }))
    .max(MOST_COMMON_QUESTIONS, `must hold at most ${MOST_COMMON_QUESTIONS}`)
    .default([]),
})

export const LectureFile = group({
  id: itemId.optional(),
  name: line,
  video: fileLine,
  captions: fileLine.optional(),
  poster: fileLine.optional(),
  /** Everybody may watch it. */
  sample: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((word) => word === 'true')
    .default(false),
  sub_lectures: list(line).default([]),
  attachments: handouts.default([]),
  practice: PracticeFile.default([]),
  law: LawFile.optional(),
})

/** A course has one sample at most: which of its lectures come after the first that says so, by their places. */
export function furtherSamples(lectures: readonly { isSample: boolean }[]): number[] {
  return lectures.flatMap(({ isSample }, index) => (isSample ? index : [])).slice(1)
}

export const ONE_SAMPLE = 'another lecture of this course is its sample already; only one can be'

/** Who teaches, as it is stored; undefined where nothing is said of it. */
export function teacherOf(teacher: z.output<typeof Teacher> | undefined) {
  if (!teacher) return undefined
  const { portrait: _portrait, ...said } = teacher
  return said
}
