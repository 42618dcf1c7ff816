import {
  checkExamination,
  ExaminationQuestion,
  MAX_TEXT_LENGTH,
} from '#features/catalog/courses/examination.contract.ts'
import { decodeText } from '#shared/text-encoding.ts'
import { readCsv } from './csv.rules.ts'
import { readGift } from './gift.rules.ts'
import { isPackage } from './qti-packages.rules.ts'
import { MAX_FILE_BYTES, type QuestionFileResult } from './question-import.contract.ts'
import { readQtiPackage, readQtiXml } from './qti-files.rules.ts'
import {
  NO_POSITION,
  toSingleMistake,
  type SourcePosition,
  type ParsedFile,
  type ParsedQuestion,
} from './parsed-questions.rules.ts'

const MAX_MISTAKES = 200

export type QuestionFile = { name: string; bytes: Uint8Array }

/**
 * All questions of a CSV, GIFT, or QTI file, or its errors. The format is detected from the content; the name only
 * decides between text formats. Takes up to a second per thousand questions, so run it in a worker thread
 * (`question-import.service.ts`).
 */
export function parseQuestionFile(file: QuestionFile): QuestionFileResult {
  const { questions, mistakes } = parseByFormat(file)
  const wrong = [...mistakes, ...findMistakes(questions)]
  if (wrong.length > 0) {
    const inOrder = wrong.toSorted((one, other) => (one.file === other.file ? (one.line ?? 0) - (other.line ?? 0) : 0))
    return { mistakes: inOrder.slice(0, MAX_MISTAKES), more: Math.max(0, wrong.length - MAX_MISTAKES) }
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

function parseByFormat({ name, bytes }: QuestionFile): ParsedFile {
  if (bytes.length === 0) return toSingleMistake('This file is empty. Choose another file.')
  if (bytes.length > MAX_FILE_BYTES)
    return toSingleMistake('This file is larger than 1 MB. Split it into several files.')
  if (isPackage(bytes)) return readQtiPackage(bytes)
  const start = new TextDecoder('windows-1252')
    .decode(bytes.subarray(0, 500))
    .replaceAll(/[\0ÿþï»¿]/g, '')
    .trimStart()
  if (start.startsWith('<') && !/[.](?:csv|tsv|gift)$/i.test(name)) return readQtiXml(bytes)
  const decoded = decodeText(bytes)
  if ('wrong' in decoded) return toSingleMistake(decoded.wrong)
  const isGift = /[.]gift$/i.test(name) || (!/[.](?:csv|tsv)$/i.test(name) && /[{}]/.test(decoded.text))
  return isGift ? readGift(decoded.text) : readCsv(decoded.text)
}

/** Checks questions from any source against the exam's rules, and reports errors by line. */
function findMistakes(questions: readonly ParsedQuestion[]): (SourcePosition & { message: string })[] {
  const raw = questions.map(({ question, options, answer, rationale }) => ({
    question: question.trim(),
    options: options.map(({ text }) => text),
    answer: options[answer]?.text,
    ...(rationale.trim() !== '' && { rationale: rationale.trim() }),
  }))
  const single = raw.flatMap((question, index) => {
    const issues = ExaminationQuestion.safeParse(question).error?.issues ?? []
    const tooLong = (['question', 'rationale'] as const)
      .filter((part) => (question[part]?.length ?? 0) > MAX_TEXT_LENGTH)
      .map((part) => ({ path: [part], message: `must be at most ${MAX_TEXT_LENGTH.toLocaleString('en')} characters` }))
    return [...issues, ...tooLong]
      .filter(({ path: [part] }) => part !== 'answer')
      .map(({ path, message }) => ({ path: ['questions', index, ...path], message: describeIssue(path, message) }))
  })
  return [...single, ...checkExamination({ questions: raw })].map(({ path, message }) => ({
    ...formatPosition(questions, path),
    // Reports the line, because the question's position among those parsed would not help the author.
    message: toSentence(
      message
        .replace(/^question \d+: /, '')
        .replace(/^question \d+ /, 'this question ')
        .replace(/^this option /, `option ${Number(path[3]) + 1} `),
    ),
  }))
}

function describeIssue([part, index]: readonly PropertyKey[], message: string): string {
  if (part === 'options' && typeof index !== 'number') return `this question ${message} options`
  const what =
    part === 'options' ? `option ${Number(index) + 1}` : part === 'rationale' ? 'the rationale' : 'the question'
  return `${what} ${message}`
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function formatPosition(
  questions: readonly ParsedQuestion[],
  [, index, part, option]: readonly PropertyKey[],
): SourcePosition {
  const question = questions[Number(index)]
  const at = part === 'options' && typeof option === 'number' ? question?.options[option]?.at : question?.at
  return at ?? NO_POSITION
}
