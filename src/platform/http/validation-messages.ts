import type { $ZodErrorMap } from 'zod/v4/core'
import { pluralize } from '#shared/pluralize.ts'

/** The error message for each expected type. */
const EXPECTED_VALUES: Readonly<Record<string, string>> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
  record: 'Must be an object.',
}
const MAX_LISTED = 12

/**
 * Returns the message for an invalid value if its schema has none. It says what to send, because the validator's own
 * messages name types and symbols.
 */
export const validationErrorMap: $ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is required.' : (EXPECTED_VALUES[issue.expected] ?? 'Check this value.')
    case 'invalid_value':
      return issue.values.length > MAX_LISTED
        ? 'Must be one of the allowed values.'
        : `Must be one of: ${issue.values.map(String).join(', ')}.`
    case 'too_small':
      return `Must ${describeBound(issue.origin, issue.minimum, 'at least')}.`
    case 'too_big':
      return `Must ${describeBound(issue.origin, issue.maximum, 'at most')}.`
    case 'invalid_format':
      return issue.format === 'uuid' ? 'Must be an ID returned by another call.' : 'Check the format.'
    case 'unrecognized_keys':
      return undefined
    default:
      return 'Check this value.'
  }
}

/**
 * What a limit counts. For example, the limit of a text is a number of characters, and the limit of a list is a number
 * of values.
 */
const LIMITS: Readonly<Record<string, { verb: string; unit: string }>> = {
  string: { verb: 'be', unit: 'character' },
  array: { verb: 'have', unit: 'value' },
  set: { verb: 'have', unit: 'value' },
}

const NUMBER: { verb: string; unit?: string } = { verb: 'be' }

function describeBound(origin: string, limit: number | bigint, word: 'at least' | 'at most'): string {
  const { verb, unit } = LIMITS[origin] ?? NUMBER
  if (unit === undefined) return `${verb} ${word} ${limit}`
  return `${verb} ${word} ${Number(limit) === 1 ? `one ${unit}` : pluralize(Number(limit), unit)}`
}
