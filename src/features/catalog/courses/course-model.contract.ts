import { z } from 'zod'
import { lawField } from '#features/catalog/law/law.contract.ts'
import { approvalField } from '#features/credentials/contact-hours/approvals.contract.ts'
import {
  itemId,
  itemList,
  longText,
  type PlanFields,
  shortText,
} from '#features/foundation/product-folders/draft-plans.contract.ts'
import {
  choiceField,
  type Field,
  fileField,
  fileShape,
  flagField,
  groupField,
  handoutsField,
  itemsField,
  lineField,
  linesField,
  optionalLine,
  type PlanOf,
  planShape,
  type Section,
  textField,
  type ValuesOf,
} from '#features/foundation/product-folders/product-fields.contract.ts'
import {
  type Finding,
  fileName,
  group,
  line,
  list,
  text,
} from '#features/foundation/product-folders/product-folders.contract.ts'
import { COMPLETION_RULES } from '#shared/completion-rule.ts'
import { parseCitation } from './citations.rules.ts'
import { itemId as folderItemId } from './examination.contract.ts'
import { PracticeFile } from './practice.contract.ts'
import { PracticePlan, QuestionPlan } from './question-plans.contract.ts'
import { writePractice } from './question-plans.rules.ts'

const NO_CITATION = 'must be a web address, or “title | publisher | web address”'
const LooseRecord = z.record(z.string(), z.unknown())
const MAX_OUTCOMES = 8
const MAX_FAQS = 12
const MAX_LECTURES = 300
/**
 * A draft may have more questions than can be published, so that a long one can be shortened step by step. Publishing
 * says how many are too many.
 */
const MAX_DRAFT_QUESTIONS = 1_000

export const COURSE_FIELDS = {
  level: lineField(optionalLine, { label: 'Level', hint: 'Optional. For example, Foundation.' }),
  sources: linesField(list(line.refine(parseCitation, NO_CITATION)).default([]), {
    label: 'Sources',
    hint: 'Optional. One per line: title | publisher | web address. The web address alone works, too.',
  }),
  outcomes: linesField(list(line).max(MAX_OUTCOMES, `must have at most ${MAX_OUTCOMES} lines`).default([]), {
    label: 'What you’ll learn',
    hint: 'What learners can do after the course, one per line. For example, “Identify who requests an exam.” Four are enough.',
  }),
  audience: lineField(optionalLine, {
    label: 'Who it’s for',
    hint: 'For example, registered nurses who are new to legal work.',
  }),
  teacher: groupField(
    {
      name: lineField(line, { label: 'Name' }),
      credentials: lineField(optionalLine, { label: 'Credentials', hint: 'For example: RN, LNCC.' }),
      license: lineField(optionalLine, {
        label: 'License',
        hint: 'For example: “Registered nurse, license RN 123456, Ohio.”',
      }),
      experience: lineField(optionalLine, { label: 'Experience', hint: 'For example: “18 years at the bedside.”' }),
      portrait: fileField(fileName.optional(), {
        label: 'Portrait',
        hint: 'Portrait orientation, best at least 300 pixels wide.',
        use: 'picture',
        within: '',
        audience: 'everybody',
      }),
      text: textField(text.default(''), { type: 'markdown', label: 'Bio' }),
    },
    { label: 'Instructor', hint: 'Leave blank to show the founder from Settings, Founder and books.' },
  ),
  common_questions: itemsField(
    {
      question: lineField(line, { label: 'Question' }),
      reply: textField(text, { type: 'markdown', label: 'Answer' }),
    },
    {
      label: 'FAQ',
      limit: (questions) => questions.max(MAX_FAQS, `must have at most ${MAX_FAQS} questions`).default([]),
      stored: 'column',
    },
  ),
  // An approval applies to a single course, so a copy doesn't get it.
  approval: { ...approvalField, isCopied: false },
  completion_rule: choiceField(z.enum(COMPLETION_RULES, `must be one of ${COMPLETION_RULES.join(', ')}`).optional(), {
    label: 'Required lectures',
    hint: 'By default, all lectures are required before the certificate if the course awards contact hours; otherwise none. Learners who already started the exam keep the rule they started with. A course without an exam always requires all lectures.',
    options: [
      {
        value: '',
        label: 'Default',
      },
      { value: 'none', label: 'Not required' },
      { value: 'lectures_before_exam', label: 'All lectures before the exam' },
      { value: 'lectures_before_certificate', label: 'All lectures before the certificate' },
    ],
  }),
  exam: choiceField(z.enum(['none'], 'must be none, or left out').optional(), {
    label: 'This course has an exam',
    hint: 'Without an exam, learners complete the course by completing all lectures.',
    options: [
      { value: '', label: 'Yes' },
      { value: 'none', label: 'No' },
    ],
  }),
  completion_certificate: flagField({
    label: 'Give a certificate of completion',
    hint: 'Learners get it when they have completed all lectures. It doesn’t mention an exam.',
  }),
}

/** Contact hours are awarded with a certificate. */
export function checkContactHours(raw: unknown): Finding[] {
  const { success, data } = LooseRecord.safeParse(raw)
  const hasApproval = success && data['approval'] !== undefined
  const isGiven = success && data['completion_certificate'] === 'true'
  if (!success || data['exam'] !== 'none' || !hasApproval || isGiven) return []
  const message =
    'contact hours are awarded with a certificate. Give a certificate of completion, or remove the approval'
  return [{ path: ['exam'], message }]
}

export const LECTURE_FIELDS = {
  name: lineField(line, { label: 'Name' }),
  video: fileField(fileName.optional(), { label: 'Video', use: 'video', within: 'media' }),
  audio: fileField(fileName.optional(), {
    label: 'Audio',
    hint: 'An M4A or MP3 file.',
    use: 'audio',
    within: 'media',
  }),
  text: textField(text.default(''), {
    type: 'markdown',
    label: 'Text',
    hint: 'Only learners see it. It is shown below a video or audio, or alone.',
  }),
  captions: fileField(fileName.optional(), { label: 'Captions', use: 'captions', within: 'media' }),
  poster: fileField(fileName.optional(), {
    label: 'Poster',
    use: 'picture',
    within: 'media',
    audience: 'everybody',
  }),
  sample: flagField({
    label: 'Free lecture',
    hint: 'Anyone can open it without buying the course. One per course.',
  }),
  sub_lectures: linesField(list(line).default([]), {
    label: 'Topics',
    hint: 'Optional. One per line.',
    stored: 'elsewhere',
  }),
  attachments: handoutsField({
    label: 'Handouts',
    hint: 'Files that learners can download.',
    limit: (files) => files.default([]),
  }),
  law: lawField,
  practice: {
    ...({ label: 'Practice questions', type: 'section', stored: 'elsewhere' } as const),
    file: PracticeFile.default([]),
    plan: itemList(PracticePlan).max(20).default([]),
    blank: [] as PracticePlan[],
    write: writePractice,
  } satisfies Field,
}

export const LectureFile = group({ id: folderItemId.optional(), ...fileShape(LECTURE_FIELDS) })

export const LecturePlan = z.looseObject({
  id: itemId,
  /** The lecture's slug within the course. If it is empty, the slug is made from the name. */
  address: shortText,
  description: longText,
  ...planShape(LECTURE_FIELDS),
})

export type LecturePlan = z.infer<typeof LecturePlan>

export type LectureDraft = ValuesOf<typeof LECTURE_FIELDS> & {
  /** The lecture's permanent key within the course. If it is undefined, the lecture is matched by its slug. */
  key: string | undefined
  slug: string
  description: string
}

const ExaminationPlan = z.looseObject({
  title: shortText,
  /** How many questions are drawn for an exam attempt. If it is empty, all are asked. */
  draw: shortText.default(''),
  questions: itemList(QuestionPlan).max(
    MAX_DRAFT_QUESTIONS,
    `A draft of an exam can have at most ${MAX_DRAFT_QUESTIONS} questions.`,
  ),
})

export type ExaminationPlan = z.infer<typeof ExaminationPlan>

/** Checks that learners have something to watch, hear, or read. */
export function checkLectureContent(raw: unknown): Finding[] {
  const { success, data } = LooseRecord.safeParse(raw)
  if (!success) return []
  const [hasVideo, hasAudio, hasText] = [data['video'], data['audio'], data['text']].map(
    (value) => value !== undefined && value !== null && value !== '',
  )
  if (hasVideo && hasAudio) return [{ path: ['audio'], message: 'a lecture can have a video or audio, but not both' }]
  if (hasVideo || hasAudio || hasText) return []
  return [{ path: [], message: 'this lecture has neither a video, an audio file, nor text' }]
}

const { name: lectureName, ...lectureFields } = LECTURE_FIELDS

export const COURSE_SECTIONS: Readonly<Record<keyof CourseSections, Section>> = {
  lectures: {
    label: 'Lectures',
    plan: itemList(LecturePlan).max(MAX_LECTURES, `A course can have at most ${MAX_LECTURES} lectures.`),
    blank: [],
    fields: {
      name: lectureName,
      description: { label: 'Description', type: 'text' },
      ...lectureFields,
      address: {
        label: 'Address',
        type: 'line',
        hint: 'The last part of the lecture’s web address. Leave blank to create it from the name.',
      },
    },
  },
  examination: {
    label: 'Exam',
    plan: ExaminationPlan,
    blank: { title: 'Examination', draw: '', questions: [] },
    fields: {
      title: { label: 'Title' },
      draw: { label: 'Questions per attempt' },
      questions: {
        label: 'Questions',
        fields: {
          question: { label: 'Question' },
          options: { label: 'Options' },
          answer: { label: 'Correct option' },
          rationale: { label: 'Rationale' },
          lecture: { label: 'Related lecture' },
        },
      },
    },
  },
}

export type CourseSections = { lectures: LecturePlan[]; examination: ExaminationPlan }

export type CoursePlan = PlanFields & PlanOf<typeof COURSE_FIELDS> & CourseSections

export type QuestionDraft = {
  /** The question's permanent key within the course. If it is undefined, the question is matched by its text. */
  key: string | undefined
  question: string
  options: string[]
  /** The options' keys, in the order of `options`. Empty if the author gave them no keys. */
  optionKeys: string[]
  /** The index of the correct option, from 0. */
  answerIndex: number
  rationale: string
  /** The key of the lecture that teaches the answer, or its slug if it has no key. Unknown lectures are ignored. */
  lecture: string | undefined
}

export type ExaminationDraft = {
  title: string
  /** How many questions are drawn for an exam attempt. If it is null, all are asked. */
  draw: number | null
  questions: QuestionDraft[]
}

/** Returns the key or slug by which a question names its lecture. */
export function getLectureReference({ key, slug }: Pick<LectureDraft, 'key' | 'slug'>): string {
  return key ?? slug
}
