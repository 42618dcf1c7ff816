import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { staffOf } from '#shared/policy.ts'
import { ENCODINGS } from '#shared/written-text.ts'
import { enrolMany } from './enrollment.contract.ts'
import { type Enrolled, enrolMany as enrol } from './enrollment.service.ts'

const MOST_TOLD = 200
const MAX_COLUMNS_NAMED = 20

const NOBODY = {
  message: 'Nobody was enrolled.',
  granted: 0,
  made: 0,
  had: 0,
  mistakes: [],
  more_mistakes: 0,
  encodings: [],
  unused_columns: [],
}

const WHICH_ENCODING =
  'This file isn’t UTF-8, and its accented letters could be read in several ways. Choose the encoding in which the names are right, or save the file as “CSV UTF-8”.'

export function enrolmentRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, enrolMany, async ({ body: { product, why, content, encoding, only_check: isOnlyChecked }, member }) => {
    const enrolled = await enrol(deps, {
      bytes: Buffer.from(content, 'base64'),
      slug: product,
      reason: why,
      encoding: encoding ?? undefined,
      isOnlyChecked,
      by: staffOf(member),
    })
    if ('readings' in enrolled) {
      const encodings = enrolled.readings.map(({ encoding: name, sample }) => ({
        encoding: name,
        label: ENCODINGS[name],
        sample,
      }))
      return { ...NOBODY, mistakes: [{ line: null, message: WHICH_ENCODING }], encodings }
    }
    if ('mistakes' in enrolled) {
      const { mistakes } = enrolled
      return {
        ...NOBODY,
        mistakes: mistakes.slice(0, MOST_TOLD),
        more_mistakes: Math.max(0, mistakes.length - MOST_TOLD),
      }
    }
    const { granted, made, had, unusedColumns } = enrolled
    const message = inWords(enrolled, isOnlyChecked)
    return { ...NOBODY, message, granted, made, had, unused_columns: unusedColumns.slice(0, MAX_COLUMNS_NAMED) }
  })
}

function inWords(enrolled: Enrolled, isOnlyChecked: boolean): string {
  return [countsInWords(enrolled, isOnlyChecked), ...unusedInWords(enrolled)].join(' ')
}

function unusedInWords({ unusedColumns: columns }: Enrolled): string[] {
  if (columns.length === 0) return []
  const named = columns.slice(0, MAX_COLUMNS_NAMED).map((name) => `“${name}”`)
  const more = columns.length > named.length ? ` and ${columns.length - named.length} more` : ''
  return [`${columns.length === 1 ? 'This column is' : 'These columns are'} not used: ${named.join(', ')}${more}.`]
}

function countsInWords(enrolled: Enrolled, isOnlyChecked: boolean): string {
  const { granted, had } = enrolled
  if (granted === 0) return 'Everybody in this file has it already: there is nothing to do.'
  const before = had === 0 ? '' : had === 1 ? ' One has it already.' : ` ${had} have it already.`
  const people = granted === 1 ? 'One person' : `${granted} people`
  if (isOnlyChecked) return `${people} would get it${accountsInWords(enrolled)}.${before}`
  return `${people} ${granted === 1 ? 'has' : 'have'} it now${accountsInWords(enrolled)}. A mail tells each of them.${before}`
}

function accountsInWords({ granted, made }: Enrolled): string {
  if (made === 0) return ''
  if (granted === 1) return ', with a new account'
  return made === granted
    ? ', all with new accounts'
    : `, ${made} with ${made === 1 ? 'a new account' : 'new accounts'}`
}
