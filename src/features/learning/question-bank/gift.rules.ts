import { type GIFTQuestion, type MultipleChoice, parse, type TextFormat, type TrueFalse } from 'gift-pegjs'
import { MAX_QUESTIONS_PER_EXAM } from '#features/catalog/courses/examination.contract.ts'
import { readHtml } from './html-text.rules.ts'
import {
  composeRationale,
  NO_POSITION,
  NONE_RIGHT,
  otherKindError,
  PARTIAL_CREDIT,
  type ParsedFile,
  type ParsedQuestion,
  SEVERAL_RIGHT,
  shownContentError,
  type SourcePosition,
  toExcerpt,
  toSingleMistake,
  TOO_MANY_QUESTIONS,
  truncate,
} from './parsed-questions.rules.ts'
import { toSingleLine } from './xml-text.rules.ts'

/** Long enough for the longest question with twenty options. */
const MAX_QUESTION_LENGTH = 20_000

const NUMBER = otherKindError('a numerical question')

type Block = { line: number; text: string }

export function readGift(text: string): ParsedFile {
  const blocks = splitBlocks(text)
  if (blocks.length === 0) return toSingleMistake('This file has no questions. Choose another file.')
  if (blocks.length > MAX_QUESTIONS_PER_EXAM) return toSingleMistake(TOO_MANY_QUESTIONS)
  const written: ParsedFile = { questions: [], mistakes: [] }
  for (const [index, { line, text }] of blocks.entries()) {
    const at = { ...NO_POSITION, line, number: index + 1, excerpt: toExcerpt(stripTitle(text)) }
    const read = parseQuestion(text, at)
    if ('question' in read) written.questions.push(read)
    else written.mistakes.push({ ...at, message: read.wrong })
  }
  return written
}

function stripTitle(text: string): string {
  return text.replace(/^\s*::[^:]*::/, '').replace(/\{[^]*/, '')
}

/**
 * One error makes the parser reject everything, so questions are parsed one by one. Comments and category names are
 * omitted.
 */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim()
    if (trimmed.startsWith('//') || /^\$category:/i.test(trimmed)) continue
    if (trimmed === '') open = undefined
    else if (open) open.text += `\n${line.trimEnd()}`
    else blocks.push((open = { line: index + 1, text: line.trimEnd() }))
  }
  return blocks
}

type ReadQuestion = ParsedQuestion | { wrong: string }

function parseQuestion(text: string, at: SourcePosition): ReadQuestion {
  if (text.length > MAX_QUESTION_LENGTH)
    return { wrong: 'This question is too long. Are blank lines between questions missing?' }
  const { shows } = readHtml(text)
  if (shows !== undefined) return { wrong: shownContentError(shows) }
  const escaped = escapedOutside(text)
  if ('wrong' in escaped) return escaped
  let parsed: GIFTQuestion[]
  try {
    parsed = parse(escaped.text)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SyntaxError') throw error
    return {
      wrong:
        'The text between { and } isn’t valid GIFT. Start each option with = (correct) or ~ (wrong). For the characters themselves, write \\=, \\~, \\#, \\{, or \\}.',
    }
  }
  const [question] = parsed
  if (!question || parsed.length > 1) return { wrong: 'There must be a blank line between two questions.' }
  return readKind(question, at)
}

/**
 * Escapes characters that the parser rejects although Moodle reads them literally: colons anywhere, and all special
 * characters outside the braces. A question must have exactly one pair of braces.
 */
function escapedOutside(text: string): { text: string } | { wrong: string } {
  const title = /^\s*::(?:[^\\:]|\\.|:(?!:))*::/.exec(text)?.[0] ?? ''
  const parts = text.slice(title.length).split(/(?<!\\)((?:\\\\)*[{}])/)
  const signs = parts.filter((_, index) => index % 2 === 1).map((sign) => sign.at(-1))
  if (signs.length === 0) return { wrong: otherKindError('text without options') }
  if (signs.join('') !== '{}')
    return {
      wrong: 'The braces don’t match. Put the options between one { and one }, without blank lines.',
    }
  const [before = '', open = '', within = '', close = '', after = ''] = parts
  const escapeSigns = (part: string, signs: RegExp) =>
    part.replaceAll(signs, (all) => (all.length > 1 ? all : `\\${all}`))
  if (/^\s*#(?!###)/.test(within)) return { wrong: NUMBER }
  return {
    text: [
      title,
      escapeSigns(before, /\\.|[:=~#]/g),
      open,
      escapeSigns(within, /\\.|:/g),
      close,
      escapeSigns(after, /\\.|[:=~#]/g),
    ].join(''),
  }
}

function readKind(question: GIFTQuestion, at: SourcePosition): ReadQuestion {
  switch (question.type) {
    case 'MC':
      return parseChoice(question, at)
    case 'TF':
      return parseTrueFalse(question, at)
    case 'Short':
      return { wrong: otherKindError('a short-answer question: every option is marked as right') }
    case 'Numerical':
      return { wrong: NUMBER }
    case 'Matching':
      return { wrong: otherKindError('a matching question') }
    case 'Essay':
      return { wrong: otherKindError('an essay question') }
    case 'Description':
    case 'Category':
      return { wrong: otherKindError('text without options') }
  }
}

function parseChoice({ stem, choices, globalFeedback }: MultipleChoice, at: SourcePosition): ReadQuestion {
  // A wrong option may cost points.
  const weighed = choices.find(
    ({ weight, isCorrect }) => weight !== null && (isCorrect ? weight !== 100 : weight > 0 && weight !== 100),
  )
  if (weighed) return { wrong: `${PARTIAL_CREDIT} “${truncate(parseText(weighed.text))}” is worth ${weighed.weight}%.` }
  const options = choices.map(({ text, feedback, isCorrect, weight }) => ({
    text: parseText(text),
    feedback: feedback ? parseText(feedback) : '',
    isRight: isCorrect || weight === 100,
  }))
  const right = options.filter(({ isRight }) => isRight).length
  if (right === 0) return { wrong: `${NONE_RIGHT} Put = instead of ~ before the right one.` }
  if (right > 1) return { wrong: SEVERAL_RIGHT }
  return {
    at,
    question: parseStem(stem),
    options: options.map(({ text }) => ({ text, at })),
    answer: options.findIndex(({ isRight }) => isRight),
    rationale: composeRationale({ general: globalFeedback ? parseText(globalFeedback) : '', options }),
  }
}

/** The first comment is for wrong answers, the second for right ones. */
function parseTrueFalse(
  { stem, isTrue, trueFeedback, falseFeedback, globalFeedback }: TrueFalse,
  at: SourcePosition,
): ParsedQuestion {
  const comments = [globalFeedback, falseFeedback, trueFeedback].flatMap((text) => (text ? [parseText(text)] : []))
  return {
    at,
    question: parseStem(stem),
    options: ['True', 'False'].map((text) => ({ text, at })),
    answer: isTrue ? 0 : 1,
    rationale: comments.filter(Boolean).join(' '),
  }
}

function parseStem(stem: TextFormat): string {
  return parseText(stem).replace(/_____ (?=[.,;:!?])/, '_____')
}

function parseText({ format, text }: TextFormat): string {
  return format === 'plain' ? toSingleLine(text) : readHtml(text).text
}
