import type { $ZodErrorMap } from 'zod/v4/core'

/** By the expected type of value. */
const EXPECTED_VALUES: Readonly<Record<string, string>> = {
  string: 'Please send text.',
  number: 'Please send a number.',
  int: 'Please send a whole number.',
  boolean: 'Please send true or false.',
  array: 'Please send a list.',
  object: 'Please send an object.',
  record: 'Please send an object.',
}
const MAX_LISTED = 12

/**
 * The message for an invalid value if its schema has none: a sentence that says what to send. The validator's own
 * messages name types and symbols.
 */
export const validationErrorMap: $ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is missing.'
        : (EXPECTED_VALUES[issue.expected] ?? 'Please check this value.')
    case 'invalid_value':
      return issue.values.length > MAX_LISTED
        ? 'Please send one of the values that are known here.'
        : `Please send one of these: ${issue.values.map(String).join(', ')}.`
    case 'too_small':
      return `Please send ${describeBound(issue.origin, issue.minimum, 'at least')}.`
    case 'too_big':
      return `Please send ${describeBound(issue.origin, issue.maximum, 'at most')}.`
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

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' values', set: ' values' }

function describeBound(origin: string, limit: number | bigint, word: 'at least' | 'at most'): string {
  return limit === 1 && origin === 'string' ? `${word} one character` : `${word} ${limit}${UNITS[origin] ?? ''}`
}
