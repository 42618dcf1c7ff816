import { checkExamination, ExaminationQuestion, LONGEST_TEXT } from '#features/catalog/courses/examination.contract.ts'
import { textOf } from '#shared/written-text.ts'
import { readCsv } from './csv.rules.ts'
import { readGift } from './gift.rules.ts'
import { isPackage } from './qti-package.rules.ts'
import { MOST_FILE_BYTES, type ReadFile } from './question-files.contract.ts'
import { readQtiPackage, readQtiXml } from './qti-files.rules.ts'
import { NOWHERE, onlyMistake, type Place, type Written, type WrittenQuestion } from './parsed-question.rules.ts'

const MOST_TOLD = 200

export type QuestionFile = { name: string; bytes: Uint8Array }

/**
 * All questions of a file of CSV, GIFT or QTI, or all that is wrong with it. What the file is, it tells itself; its name decides only between texts. Takes
 * up to a second for a thousand questions: in a thread of its own (`question-files.service.ts`).
 */
export function readQuestions(file: QuestionFile): ReadFile {
  const { questions, mistakes } = writtenIn(file)
  const wrong = [...mistakes, ...mistakesIn(questions)]
  if (wrong.length > 0) {
    const inOrder = wrong.toSorted((one, other) => (one.file === other.file ? (one.line ?? 0) - (other.line ?? 0) : 0))
    return { mistakes: inOrder.slice(0, MOST_TOLD), more: Math.max(0, wrong.length - MOST_TOLD) }
  }
  return {
    questions: questions.map(({ question, options, answer, rationale }) => ({
      question: question.trim(),
      options: options.map(({ text }) => text),
      answerIndex: answer,
      rationale: rationale.trim(),
    })),
  }
}

function writtenIn({ name, bytes }: QuestionFile): Written {
  if (bytes.length === 0) return onlyMistake('This file is empty.')
  if (bytes.length > MOST_FILE_BYTES)
    return onlyMistake('This file is larger than 1 MB: divide the questions among several files.')
  if (isPackage(bytes)) return readQtiPackage(bytes)
  const start = new TextDecoder('windows-1252')
    .decode(bytes.subarray(0, 500))
    .replaceAll(/[\0ÿþï»¿]/g, '')
    .trimStart()
  if (start.startsWith('<') && !/[.](?:csv|tsv|gift)$/i.test(name)) return readQtiXml(bytes)
  const decoded = textOf(bytes)
  if ('wrong' in decoded) return onlyMistake(decoded.wrong)
  const isGift = /[.]gift$/i.test(name) || (!/[.](?:csv|tsv)$/i.test(name) && /[{}]/.test(decoded.text))
  return isGift ? readGift(decoded.text) : readCsv(decoded.text)
}

/** What an examination demands of its questions wherever they come from, told by the line of the file. */
function mistakesIn(questions: readonly WrittenQuestion[]): (Place & { message: string })[] {
  const raw = questions.map(({ question, options, answer, rationale }) => ({
    question: question.trim(),
    options: options.map(({ text }) => text),
    answer: options[answer]?.text,
    ...(rationale.trim() !== '' && { rationale: rationale.trim() }),
  }))
  const single = raw.flatMap((question, index) => {
    const issues = ExaminationQuestion.safeParse(question).error?.issues ?? []
    const tooLong = (['question', 'rationale'] as const)
      .filter((part) => (question[part]?.length ?? 0) > LONGEST_TEXT)
      .map((part) => ({ path: [part], message: `must be at most ${LONGEST_TEXT} characters` }))
    return [...issues, ...tooLong]
      .filter(({ path: [part] }) => part !== 'answer')
      .map(({ path, message }) => ({ path: ['questions', index, ...path], message: `${partOf(path)}${message}` }))
  })
  return [...single, ...checkExamination({ questions: raw })].map(({ path, message }) => ({
    ...placeOf(questions, path),
    // The line is told: which question of those that could be read it is says nothing.
    message: sentence(
      message
        .replace(/^question \d+: /, '')
        .replace(/^question \d+ /, 'this question ')
        .replace(/^this option /, `option ${Number(path[3]) + 1} `),
    ),
  }))
}

function partOf([part, index]: readonly PropertyKey[]): string {
  if (part === 'options') return typeof index === 'number' ? `option ${index + 1} ` : 'the options of this question '
  return part === 'rationale' ? 'the rationale ' : 'the question '
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function placeOf(questions: readonly WrittenQuestion[], [, index, part, option]: readonly PropertyKey[]): Place {
  const question = questions[Number(index)]
  const at = part === 'options' && typeof option === 'number' ? question?.options[option]?.at : question?.at
  return at ?? NOWHERE
}
