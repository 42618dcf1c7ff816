import type { $ZodErrorMap } from 'zod/v4/core'

/** By the kind of value that is expected. */
const SEND: Readonly<Record<string, string>> = {
  string: 'Please send text.',
  number: 'Please send a number.',
  int: 'Please send a whole number.',
  boolean: 'Please send true or false.',
  array: 'Please send a list.',
  object: 'Please send an object.',
  record: 'Please send an object.',
}
const MOST_NAMED = 12

/** What is wrong with a value where its schema has no words of its own: a sentence that says what to send. The validator's words name its types and signs. */
export const inPlainWords: $ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing.' : (SEND[issue.expected] ?? 'Please check this value.')
    case 'invalid_value':
      return issue.values.length > MOST_NAMED
        ? 'Please send one of the values that are known here.'
        : `Please send one of these: ${issue.values.map(String).join(', ')}.`
    case 'too_small':
      return `Please send ${bound(issue.origin, issue.minimum, 'at least')}.`
    case 'too_big':
      return `Please send ${bound(issue.origin, issue.maximum, 'at most')}.`
    case 'invalid_format':
      return issue.format === 'uuid'
        ? 'Please send an id as another call gave it.'
        : 'Please check how this is written.'
    case 'unrecognized_keys':
      return undefined
    default:
      return 'Please check this value.'
  }
}

const COUNTED: Readonly<Record<string, string>> = { string: ' characters', array: ' values', set: ' values' }

function bound(origin: string, limit: number | bigint, word: 'at least' | 'at most'): string {
  return limit === 1 && origin === 'string' ? `${word} one character` : `${word} ${limit}${COUNTED[origin] ?? ''}`
}
