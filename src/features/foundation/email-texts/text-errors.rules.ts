import { findNearestWord } from '#shared/nearest-word.ts'
import { removeInvisible, tidyLine } from '#shared/tidy-text.ts'
import {
  type EmailTextName,
  getEmailText,
  getVariables,
  MAX_OPENING_LENGTH,
  MAX_PARAGRAPHS,
  MAX_SUBJECT_LENGTH,
} from './email-texts.rules.ts'
import { findUnknownVariables, splitParagraphs, type Variables, VARIABLE_PATTERN } from './text-filling.rules.ts'

export type EditedText = { subject: string; opening: string }

/** Returns the errors in an edited text by field. Each error says what to do. */
export function findTextErrors(name: EmailTextName, { subject, opening }: EditedText): Record<string, string[]> {
  const { isOpeningOptional = false } = getEmailText(name)
  const errors = {
    subject: [
      ...(isBlank(subject) ? ['Enter a subject.'] : []),
      ...(/[\n\r\v\f\u0085\u2028\u2029]/.test(subject.trim()) ? ['Enter the subject on one line.'] : []),
      ...findCharacterErrors(subject),
      ...findLengthErrors(tidyLine(subject), MAX_SUBJECT_LENGTH),
      ...findVariableErrors(getVariables(name), subject),
    ],
    opening: [
      ...(isBlank(opening) && !isOpeningOptional ? ['Enter at least one sentence.'] : []),
      ...findCharacterErrors(opening),
      ...findLengthErrors(tidyOpening(opening), MAX_OPENING_LENGTH),
      ...(splitParagraphs(tidyOpening(opening)).length > MAX_PARAGRAPHS
        ? [`Use at most ${MAX_PARAGRAPHS} paragraphs.`]
        : []),
      ...findVariableErrors(getVariables(name), opening),
      ...(isBlank(opening) ? [] : findMissing(name, opening)),
    ],
  }
  return Object.fromEntries(Object.entries(errors).filter(([, messages]) => messages.length > 0))
}

/** Tidies a text for storage: single spaces, and an empty line between paragraphs. */
export function tidyEditedText({ subject, opening }: EditedText): EditedText {
  return { subject: tidyLine(subject), opening: tidyOpening(opening) }
}

function tidyOpening(opening: string): string {
  return splitParagraphs(opening.replaceAll(/\r\n?/g, '\n'))
    .map(tidyLine)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

const isBlank = (text: string) => tidyLine(text) === ''

/** Rejects invisible characters, because they can reverse a line or hide words. */
function findCharacterErrors(text: string): string[] {
  return removeInvisible(text) === text
    ? []
    : ['This contains invisible characters. Type it again, or paste it as plain text.']
}

function findLengthErrors(text: string, max: number): string[] {
  const { length } = [...text]
  return length > max
    ? [`Use at most ${max.toLocaleString('en')} characters. There are ${length.toLocaleString('en')} now.`]
    : []
}

const MAX_REPORTED = 3

/** Returns the errors in a text with variables: invisible characters, its length, and unknown variables. */
export function findFieldErrors(variables: Variables, text: string, maxLength: number): string[] {
  return [
    ...findCharacterErrors(text),
    ...findLengthErrors(text.trim(), maxLength),
    ...findVariableErrors(variables, text),
  ]
}

function findVariableErrors(variables: Variables, text: string): string[] {
  const known = Object.keys(variables)
  const [example = ''] = known
  const suggest = (typed: string) => findNearestWord(typed.trim(), known) ?? example
  const unknown = [...new Set(findUnknownVariables(variables, text))].slice(0, MAX_REPORTED).map((used) => {
    if (used.trim() === '') return `Write a variable’s name between the braces, such as {${example}}.`
    const nearest = findNearestWord(used.trim(), known)
    return nearest === undefined
      ? `There is no {${used}}. You can use ${known.map((each) => `{${each}}`).join(', ')}.`
      : `There is no {${used}}. Did you mean {${nearest}}?`
  })
  const rest = text.replaceAll(VARIABLE_PATTERN, ' ')
  const opened = /\{(?:\s*(?<word>\w+))?/.exec(rest)
  const { word = '' } = opened?.groups ?? {}
  return [
    ...unknown,
    ...(opened ? [`A brace isn’t closed after “{${word}”. Write {${suggest(word)}}.`] : []),
    ...(!opened && rest.includes('}') ? [`Remove the single }, or write a variable, such as {${example}}.`] : []),
  ]
}

function findMissing(name: EmailTextName, opening: string): string[] {
  const { required } = getEmailText(name)
  if (!required || opening.includes(`{${required.name}}`)) return []
  return [`Include {${required.name}}, because ${required.reason}.`]
}
