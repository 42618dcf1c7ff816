import { z } from 'zod'
import { ApprovalFile } from '#features/credentials/contact-hours/approvals.contract.ts'
import {
  fileName,
  group,
  handouts,
  line,
  list,
  productKeys,
  text,
} from '#features/foundation/product-folders/product-folders.contract.ts'
import { itemId } from './examination.contract.ts'
import { LawFile } from '#features/catalog/law/law.contract.ts'
import { PracticeFile } from './practice.contract.ts'

export { checkPractice, findPracticedQuestions } from './practice.contract.ts'
export { checkExamination, ExaminationFile, findUnknownLectures } from './examination.contract.ts'

const MAX_OUTCOMES = 8
const MAX_FAQS = 12

const Instructor = group({
  name: line,
  credentials: line.default(''),
  license: line.default(''),
  experience: line.default(''),
  portrait: fileName.optional(),
  text: text.default(''),
})

export const CourseFile = group({
  ...productKeys,
  approval: ApprovalFile.optional(),
  level: line.default(''),
  sources: list(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })).default([]),
  outcomes: list(line).max(MAX_OUTCOMES, `must hold at most ${MAX_OUTCOMES}`).default([]),
  audience: line.default(''),
  teacher: Instructor.optional(),
  common_questions: list(group({ question: line, reply: text }))
    .max(MAX_FAQS, `must hold at most ${MAX_FAQS}`)
    .default([]),
})

export const LectureFile = group({
  id: itemId.optional(),
  name: line,
  video: fileName,
  captions: fileName.optional(),
  poster: fileName.optional(),
  sample: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((word) => word === 'true')
    .default(false),
  sub_lectures: list(line).default([]),
  attachments: handouts.default([]),
  practice: PracticeFile.default([]),
  law: LawFile.optional(),
})

/** A course has at most one sample: the positions of lectures marked after the first. */
export function findExtraSamples(lectures: readonly { isSample: boolean }[]): number[] {
  return lectures.flatMap(({ isSample }, index) => (isSample ? index : [])).slice(1)
}

export const ONE_SAMPLE_ERROR = 'another lecture of this course is its sample already; only one can be'

/** The instructor as stored; undefined when none is given. */
export function toInstructor(teacher: z.output<typeof Instructor> | undefined) {
  if (!teacher) return undefined
  const { portrait: _portrait, ...said } = teacher
  return said
}
