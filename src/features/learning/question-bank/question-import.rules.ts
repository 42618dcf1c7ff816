import {
  checkExamination,
  ExaminationQuestion,
  MAX_TEXT_LENGTH,
} from '#features/catalog/courses/examination.contract.ts'
import { decodeText } from '#shared/text-encoding.ts'
import type { ParsedTable } from '#shared/delimited-table.ts'
import { readCsv, readTable } from './csv.rules.ts'
import { readGift } from './gift.rules.ts'
import { isPackage } from './qti-packages.rules.ts'
import { MAX_FILE_BYTES, type Mistake, type QuestionFileResult } from './question-import.contract.ts'
import {
  NO_POSITION,
  type ParsedFile,
  type ParsedQuestion,
  type SourcePosition,
  toSingleMistake,
} from './parsed-questions.rules.ts'
import { isQuestionText, readTextQuestions, toLines } from './text-questions.rules.ts'
import { isWordDocument, readWordLines } from './word-lines.rules.ts'
import { readPackage, readXmlFile } from './xml-files.rules.ts'

const MAX_MISTAKES = 200

export type QuestionFile = { name: string; bytes: Uint8Array }

/**
 * The usable questions of a CSV, text, Word, GIFT, Moodle XML, or QTI file, and why the others can't be used. The
 * format is detected from the content; the name only decides between text formats. `table`: the rows of a workbook.
 * Takes up to a second per thousand questions, so run it in a child process (`question-import.service.ts`).
 */
export function parseQuestionFile(file: QuestionFile, table?: ParsedTable): QuestionFileResult {
  const { questions, mistakes } = table ? readTable(table) : parseByFormat(file)
  const valid: ParsedQuestion[] = []
  const wrong: Mistake[] = [...mistakes]
  for (const question of questions) {
    const found = findMistakes(question)
    if (found.length > 0) wrong.push(...found)
    else valid.push(question)
  }
  const repeated = findRepeated(valid)
  for (const { at } of repeated) wrong.push({ ...at, message: REPEATED })
  const files = [...new Set([...questions.map(({ at }) => at.file), ...mistakes.map((mistake) => mistake.file)])]
  const order = ({ file, number }: Mistake) => (number === null ? -1 : files.indexOf(file) * MAX_NUMBER + number)
  const inOrder = wrong.toSorted((one, other) => order(one) - order(other))
  return {
    questions: valid
      .filter((question) => !repeated.has(question))
      .map(({ question, options, answer, rationale }) => ({
        question: question.trim(),
        options: options.map(({ text }) => text),
        answerIndex: answer,
        rationale: rationale.trim(),
      })),
    mistakes: inOrder.slice(0, MAX_MISTAKES),
    more: Math.max(0, inOrder.length - MAX_MISTAKES),
    refused: new Set(wrong.flatMap(({ file, number }) => (number === null ? [] : `${number} ${file}`))).size,
  }
}

/** Above the number of any question. */
const MAX_NUMBER = 1_000_000

function parseByFormat({ name, bytes }: QuestionFile): ParsedFile {
  if (bytes.length === 0) return toSingleMistake('This file is empty. Choose another file.')
  if (bytes.length > MAX_FILE_BYTES)
    return toSingleMistake('This file is larger than 1 MB. Split it into several files.')
  if (isWordDocument(bytes)) {
    const read = readWordLines(bytes)
    return 'wrong' in read ? toSingleMistake(read.wrong) : readTextQuestions(read.lines)
  }
  if (OTHER_DOCUMENT.test(name) || isPdf(bytes)) return toSingleMistake(SAVE_AS_WORD)
  if (isPackage(bytes)) return readPackage(bytes)
  const start = new TextDecoder('windows-1252')
    .decode(bytes.subarray(0, 500))
    .replaceAll(/[\0ÿþï»¿]/g, '')
    .trimStart()
  const isNamed = /[.](?:csv|tsv|gift)$/i.test(name)
  if (start.startsWith('<') && !isNamed) return readXmlFile(bytes)
  const decoded = decodeText(bytes)
  if ('wrong' in decoded) return toSingleMistake(decoded.wrong)
  if (!isNamed && isQuestionText(decoded.text)) return readTextQuestions(toLines(decoded.text))
  const isGift = /[.]gift$/i.test(name) || (!/[.](?:csv|tsv)$/i.test(name) && /[{}]/.test(decoded.text))
  return isGift ? readGift(decoded.text) : readCsv(decoded.text)
}

const OTHER_DOCUMENT = /[.](?:docm?|dotx?|odt|rtf|pages|pdf)$/i
const SAVE_AS_WORD =
  'This kind of document can’t be read. Open it, save or download it as a Word document (.docx), and choose that file.'

const isPdf = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 5)) === '%PDF-'

/** Whether a file is for a word processor. It may be a ZIP, as workbooks are. */
export function isDocument({ name, bytes }: QuestionFile): boolean {
  return OTHER_DOCUMENT.test(name) || isWordDocument(bytes)
}

/** Checks a question against the exam's rules. */
function findMistakes(question: ParsedQuestion): Mistake[] {
  const raw = toRaw(question)
  const issues = ExaminationQuestion.safeParse(raw).error?.issues ?? []
  const tooLong = (['question', 'rationale'] as const)
    .filter((part) => (raw[part]?.length ?? 0) > MAX_TEXT_LENGTH)
    .map((part) => ({ path: [part], message: `must be at most ${MAX_TEXT_LENGTH.toLocaleString('en')} characters` }))
  const single = [...issues, ...tooLong]
    .filter(({ path: [part] }) => part !== 'answer')
    .map(({ path, message }) => ({ path: ['questions', 0, ...path], message: describeIssue(path, message) }))
  return [...single, ...checkExamination({ questions: [raw] })].map(({ path, message }) => ({
    ...getPosition(question, path),
    message: toSentence(
      message.replace(/^question \d+: /, '').replace(/^this option /, `option ${Number(path[3]) + 1} `),
    ),
  }))
}

const REPEATED = 'This question is the same as an earlier question: each must be different.'

/** Compares only questions that can be used. */
function findRepeated(questions: readonly ParsedQuestion[]): Set<ParsedQuestion> {
  const texts = new Set<string>()
  return new Set(
    questions.filter(({ question }) => {
      const isRepeated = texts.has(question.trim())
      texts.add(question.trim())
      return isRepeated
    }),
  )
}

function toRaw({ question, options, answer, rationale }: ParsedQuestion) {
  return {
    question: question.trim(),
    options: options.map(({ text }) => text),
    answer: options[answer]?.text,
    ...(rationale.trim() !== '' && { rationale: rationale.trim() }),
  }
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

function getPosition(question: ParsedQuestion, [, , part, option]: readonly PropertyKey[]): SourcePosition {
  const at = part === 'options' && typeof option === 'number' ? question.options[option]?.at : question.at
  return at ?? NO_POSITION
}
