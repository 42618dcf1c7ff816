import { type GIFTQuestion, type MultipleChoice, parse, type TextFormat, type TrueFalse } from 'gift-pegjs'
import { MAX_QUESTIONS_PER_EXAM } from '#features/catalog/courses/examination.contract.ts'
import { toSingleLine, htmlToText } from './xml-text.rules.ts'
import {
  NO_POSITION,
  toSingleMistake,
  truncate,
  TOO_MANY_QUESTIONS,
  type ParsedFile,
  type ParsedQuestion,
} from './parsed-questions.rules.ts'

/** Long enough for the longest question with twenty options. */
const MAX_QUESTION_LENGTH = 20_000

const MAX_SHOWN_LENGTH = /<(img|video|audio|object|iframe|embed|table|math|svg|script)\b/i

const NUMBER = 'This is a numerical question. Only multiple-choice questions can be imported.'

type Block = { line: number; text: string }

export function readGift(text: string): ParsedFile {
  const blocks = splitBlocks(text)
  if (blocks.length === 0) return toSingleMistake('This file has no questions. Choose another file.')
  if (blocks.length > MAX_QUESTIONS_PER_EXAM) return toSingleMistake(TOO_MANY_QUESTIONS)
  const written: ParsedFile = { questions: [], mistakes: [] }
  for (const block of blocks) {
    const read = parseQuestion(block)
    if ('question' in read) written.questions.push(read)
    else written.mistakes.push({ ...NO_POSITION, line: block.line, message: read.wrong })
  }
  return written
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

function parseQuestion({ line, text }: Block): ParsedQuestion | { wrong: string } {
  if (text.length > MAX_QUESTION_LENGTH)
    return { wrong: 'This question is too long. Are blank lines between questions missing?' }
  const shown = MAX_SHOWN_LENGTH.exec(text)?.[1]
  if (shown !== undefined)
    return { wrong: `This question contains more than text (<${shown.toLowerCase()}>), which can’t be imported.` }
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
  return readKind(question, line)
}

/**
 * Escapes characters that the parser rejects although Moodle reads them literally: colons anywhere, and all special
 * characters outside the braces. A question must have exactly one pair of braces.
 */
function escapedOutside(text: string): { text: string } | { wrong: string } {
  const title = /^\s*::(?:[^\\:]|\\.|:(?!:))*::/.exec(text)?.[0] ?? ''
  const parts = text.slice(title.length).split(/(?<!\\)((?:\\\\)*[{}])/)
  const signs = parts.filter((_, index) => index % 2 === 1).map((sign) => sign.at(-1))
  if (signs.length === 0)
    return { wrong: `“${truncate(text)}” has no options. Only multiple-choice questions can be imported.` }
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

function readKind(question: GIFTQuestion, line: number): ParsedQuestion | { wrong: string } {
  switch (question.type) {
    case 'MC':
      return parseChoice(question, line)
    case 'TF':
      return parseTrueFalse(question, line)
    case 'Short':
      return {
        wrong:
          'Every option of this question is correct, so it is a short-answer question. Only multiple-choice questions with one correct option can be imported.',
      }
    case 'Numerical':
      return { wrong: NUMBER }
    case 'Matching':
      return { wrong: 'This is a matching question. Only multiple-choice questions can be imported.' }
    case 'Essay':
      return { wrong: 'This is an essay question. Only multiple-choice questions can be imported.' }
    case 'Description':
    case 'Category':
      return { wrong: 'This is text without options. Only multiple-choice questions can be imported.' }
  }
}

function parseChoice(
  { stem, choices, globalFeedback }: MultipleChoice,
  line: number,
): ParsedQuestion | { wrong: string } {
  const weighed = choices.find(({ weight, isCorrect }) => weight !== null && weight !== (isCorrect ? 100 : 0))
  if (weighed)
    return {
      wrong: `The option “${truncate(parseText(weighed.text))}” is worth ${weighed.weight}%. An option is either correct (=) or wrong (~). Partial credit can’t be imported.`,
    }
  const right = choices.flatMap(({ isCorrect }, index) => (isCorrect ? [index] : []))
  const [answer] = right
  if (answer === undefined)
    return { wrong: 'No option is marked as correct. Put = instead of ~ before the correct one.' }
  if (right.length > 1)
    return { wrong: `${right.length} options are marked as correct. A question has one correct option.` }
  const comments = choices.flatMap(({ text, feedback }, index) =>
    feedback && index !== answer ? [ended(`“${parseText(text)}”: ${parseText(feedback)}`)] : [],
  )
  const rationale = [globalFeedback, choices[answer]?.feedback].flatMap((text) =>
    text ? [ended(parseText(text))] : [],
  )
  return {
    at: { ...NO_POSITION, line },
    question: parseStem(stem),
    options: choices.map(({ text }) => ({ text: parseText(text), at: { ...NO_POSITION, line } })),
    answer,
    rationale: [...rationale, ...comments].filter(Boolean).join(' '),
  }
}

/**
 * In GIFT, the first feedback (the parser's `trueFeedback`) is for wrong answers, the second for correct ones. The
 * rationale starts with the latter.
 */
function parseTrueFalse(
  { stem, isTrue, trueFeedback, falseFeedback, globalFeedback }: TrueFalse,
  line: number,
): ParsedQuestion {
  const comments = [globalFeedback, falseFeedback, trueFeedback].flatMap((text) => (text ? [parseText(text)] : []))
  return {
    at: { ...NO_POSITION, line },
    question: parseStem(stem),
    options: ['True', 'False'].map((text) => ({ text, at: { ...NO_POSITION, line } })),
    answer: isTrue ? 0 : 1,
    rationale: comments.filter(Boolean).join(' '),
  }
}

function parseStem(stem: TextFormat): string {
  return parseText(stem).replace(/_____ (?=[.,;:!?])/, '_____')
}

/** Adds a period, so that the next sentence does not run into it. */
function ended(text: string): string {
  return text === '' || /[.!?…]["”’)]?$/.test(text) ? text : `${text}.`
}

function parseText({ format, text }: TextFormat): string {
  return format === 'plain' ? toSingleLine(text) : htmlToText(text)
}
