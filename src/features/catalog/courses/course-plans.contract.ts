import { z } from 'zod'
import { ApprovalPlan, BLANK_APPROVAL } from '#features/credentials/contact-hours/approvals.contract.ts'
import { LawPlan } from '#features/catalog/law/law.contract.ts'
import {
  fileId,
  handoutPlans,
  itemId,
  itemList,
  longText,
  planKeys,
  shortText,
} from '#features/foundation/product-folders/draft-plans.contract.ts'

const MAX_LECTURES = 300
const MAX_QUESTIONS = 1_000

const choice = z.looseObject({ id: itemId, text: shortText })

export const PracticePlan = z.looseObject({
  id: itemId,
  question: longText,
  options: itemList(choice).max(20),
  /** The id of the right option; null until marked. */
  answer: itemId.nullable(),
  rationale: longText,
})

export type PracticePlan = z.infer<typeof PracticePlan>

export const LecturePlan = z.looseObject({
  id: itemId,
  /** Its slug within the course; derived from the name when empty. */
  address: shortText,
  name: shortText,
  description: longText,
  video: fileId,
  captions: fileId,
  poster: fileId,
  sample: z.boolean().default(false),
  sub_lectures: z.array(shortText).max(200),
  attachments: handoutPlans,
  /** Plans from before practice questions existed have none. */
  practice: itemList(PracticePlan).max(20).default([]),
  law: LawPlan,
})

export type LecturePlan = z.infer<typeof LecturePlan>

export const QuestionPlan = z.looseObject({
  id: itemId,
  question: longText,
  options: itemList(choice).max(20),
  /** The id of the right option; null until marked. */
  answer: itemId.nullable(),
  rationale: longText,
  /** The id of the lecture that teaches it. Older plans have none. */
  lecture: itemId.nullable().default(null),
})

export type QuestionPlan = z.infer<typeof QuestionPlan>

const BLANK_INSTRUCTOR = { name: '', credentials: '', license: '', experience: '', text: '', portrait: null }

/** When all of it is empty, the founder is the instructor. */
const InstructorPlan = z.looseObject({
  name: shortText,
  credentials: shortText,
  license: shortText,
  experience: shortText,
  text: longText,
  portrait: fileId,
})

const FaqPlan = z.looseObject({ question: shortText, reply: longText })

/** Buyer information. Older plans have none. */
const buyerInfo = {
  outcomes: z.array(shortText).max(100).default([]),
  audience: shortText.default(''),
  teacher: InstructorPlan.default(BLANK_INSTRUCTOR),
  common_questions: z.array(FaqPlan).max(100).default([]),
}

export const DEFAULT_BUYER_INFO = {
  outcomes: [],
  audience: '',
  teacher: BLANK_INSTRUCTOR,
  common_questions: [],
  approval: BLANK_APPROVAL,
}

export const CoursePlan = z.looseObject({
  ...planKeys,
  level: shortText,
  sources: z.array(shortText).max(100),
  ...buyerInfo,
  approval: ApprovalPlan,
  lectures: itemList(LecturePlan).max(MAX_LECTURES, `A course has at most ${MAX_LECTURES} lectures.`),
  examination: z.looseObject({
    title: shortText,
    /** The number of questions a paper asks; empty for all. */
    draw: shortText.default(''),
    questions: itemList(QuestionPlan).max(MAX_QUESTIONS, `An examination has at most ${MAX_QUESTIONS} questions.`),
  }),
})

export type CoursePlan = z.infer<typeof CoursePlan>
