import type { z } from 'zod'
import {
  type FolderReadContext,
  type FolderWriteContext,
  joinPath,
  type PlanValidator,
  readYaml,
  writeYaml,
} from '#features/foundation/product-folders/product-folders.public.ts'
import type { Finding } from '#features/foundation/product-folders/product-folders.contract.ts'
import { listQuestions } from './course-loading.queries.ts'
import {
  type CourseSections,
  type ExaminationDraft,
  type ExaminationPlan,
  getLectureReference,
  type LectureDraft,
} from './course-model.contract.ts'
import { checkExamination, ExaminationFile, findUnknownLectures } from './examination.contract.ts'
import { checkPractice, findPracticedQuestions, type ParsedPractice, PracticeFile } from './practice.contract.ts'
import type { PracticePlan } from './question-plans.contract.ts'
import { writeQuestion } from './question-plans.rules.ts'

const listPracticed = (lectures: readonly { practice: readonly { question: string }[] }[]) =>
  lectures.flatMap(({ practice }) => practice.map(({ question }) => question))

/** Of a course without an exam, which may still have questions for later. */
const NO_EXAMINATION: ExaminationDraft = { title: '', draw: null, questions: [] }

export async function readExamination(
  reading: FolderReadContext,
  at: string,
  { lectures, isOptional }: { lectures: readonly LectureDraft[]; isOptional: boolean },
): Promise<ExaminationDraft | undefined> {
  const entries = isOptional ? await reading.folder.entries(at) : []
  if (isOptional && !entries.some(({ name }) => name === 'examination.yaml')) return NO_EXAMINATION
  const examination = await readYaml(reading, ExaminationFile, joinPath(at, 'examination.yaml'), (raw) => [
    ...checkExamination(raw),
    ...findUnknownLectures(raw, lectures.map(getLectureReference)),
    ...findPracticedQuestions(raw, listPracticed(lectures)),
  ])
  return examination && toDraft(examination)
}

function toDraft({ title, draw, questions }: z.output<typeof ExaminationFile>): ExaminationDraft {
  return {
    title,
    draw: draw ?? null,
    questions: questions.map(({ id, question, options: { texts, keys }, answer, rationale, lecture }) => ({
      key: id,
      question,
      options: texts,
      optionKeys: keys,
      answerIndex: texts.indexOf(answer),
      rationale: rationale ?? '',
      lecture,
    })),
  }
}

/** Checks a draft's exam by the same rules as a folder's. Returns undefined if it is invalid. */
export function checkExaminationPlan(
  reading: PlanValidator,
  { lectures, examination: { title, draw, questions } }: CourseSections,
  { isOptional }: { isOptional: boolean },
): ExaminationDraft | undefined {
  if (isOptional && questions.length === 0) return NO_EXAMINATION
  const at = ['examination']
  const raw = {
    title,
    ...(draw.trim() !== '' && { draw }),
    questions: questions.map((plan) => {
      const { rationale, ...question } = writeQuestion(plan)
      // A question whose lecture was removed is published without a lecture.
      return { ...question, ...(rationale.trim() !== '' && { rationale }), lecture: plan.lecture ?? undefined }
    }),
  }
  if (questions.length === 0) reading.addError([...at, 'questions'], 'Please add at least one question.')
  const { data, error } = ExaminationFile.safeParse(raw)
  const findings = [
    ...(error?.issues ?? []),
    ...checkExamination(raw),
    ...findPracticedQuestions(raw, listPracticed(lectures)),
  ]
  const [ofQuestions, others] = [true, false].map((is) =>
    findings.filter(({ path }) => (path[0] === 'questions') === is),
  )
  for (const { path, message } of others ?? [])
    reading.addError([...at, ...path.map(String)], message.replace(/^draw /, ''))
  reportQuestions(reading, { at: [...at, 'questions'], questions, findings: (ofQuestions ?? []).map(dropFirst) })
  return data && findings.length === 0 ? toDraft(data) : undefined
}

const dropFirst = ({ path, message }: Finding) => ({ path: path.slice(1), message })

/** Checks the practice questions of a draft's lecture. Returns an empty list if they are invalid. */
export function checkPracticePlan(
  reading: PlanValidator,
  at: readonly string[],
  questions: readonly PracticePlan[],
): ParsedPractice {
  const practice = questions.map(writeQuestion)
  const { data, error } = PracticeFile.safeParse(practice)
  const findings = [...(error?.issues ?? []), ...checkPractice({ practice }).map(dropFirst)]
  reportQuestions(reading, { at, questions, findings })
  return data ?? []
}

type QuestionFindings = { at: readonly string[]; questions: readonly PracticePlan[]; findings: readonly Finding[] }

/** Reports findings about questions. In the paths, replaces the questions' positions with their IDs. */
function reportQuestions(reading: PlanValidator, { at, questions, findings }: QuestionFindings): void {
  for (const { id, answer } of questions)
    if (answer === null) reading.addError([...at, id, 'answer'], 'Please mark the correct option.')
  for (const { path, message } of findings) {
    const [index, ...rest] = path
    const id = questions[Number(index)]?.id
    const words = message.replace(/^(?:practice )?question \d+(:| is)/, (_all, sign) => (sign === ':' ? '' : 'this is'))
    reading.addError(id === undefined ? at : [...at, id, ...rest.map(String)], words.trim())
  }
}

export async function writeExamination(
  { tx, product, at }: FolderWriteContext,
  { title, draw }: ExaminationPlan,
): Promise<void> {
  const questions = (await listQuestions(tx, product.id)).map(
    ({ key, question, options, optionKeys, answerIndex, rationale, lecture }) => ({
      id: key,
      question,
      // In a folder, unlike in a draft, options have IDs only if the author gave them.
      options:
        optionKeys.length > 0 ? Object.fromEntries(options.map((text, index) => [optionKeys[index], text])) : options,
      answer: options[answerIndex],
      ...(rationale !== '' && { rationale }),
      ...(lecture !== null && { lecture }),
    }),
  )
  await writeYaml(at, 'examination.yaml', { title, ...(draw !== '' && { draw }), questions })
}
