import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import { ENCODINGS } from '#shared/text-encoding.ts'
import { enrollMembers } from './enrollment.contract.ts'
import { grantAccessByEmail } from './access.contract.ts'
import {
  type EnrollmentResult,
  enrollMembers as enroll,
  grantByEmail,
} from '#features/commerce/access/enrollment.public.ts'

const MAX_REPORTED = 200
const MAX_COLUMNS_NAMED = 20

const NO_ENROLLMENTS = {
  message: 'No one was enrolled.',
  granted: 0,
  made: 0,
  had: 0,
  mistakes: [],
  more_mistakes: 0,
  encodings: [],
  unused_columns: [],
}

const CHOOSE_ENCODING_MESSAGE =
  'This file isn’t UTF-8, so its accented letters can be read in several ways. Choose the encoding that shows the names correctly, or save the file as “CSV UTF-8.”'

export function enrollmentRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, grantAccessByEmail, async ({ body: { email: typed, product, why }, member }) => {
    const given = { email: typed, slug: product, reason: why, by: toStaff(member) }
    const { email, outcome } = await grantByEmail(deps, given)
    return { message: `${email} ${GRANT_OUTCOMES[outcome]}` }
  })
  registerEndpoint(
    app,
    enrollMembers,
    async ({ body: { product, why, content, encoding, only_check: isOnlyChecked }, member }) => {
      const enrolled = await enroll(deps, {
        bytes: Buffer.from(content, 'base64'),
        slug: product,
        reason: why,
        encoding: encoding ?? undefined,
        isOnlyChecked,
        by: toStaff(member),
      })
      if ('readings' in enrolled) {
        const encodings = enrolled.readings.map(({ encoding: name, sample }) => ({
          encoding: name,
          label: ENCODINGS[name],
          sample,
        }))
        return { ...NO_ENROLLMENTS, mistakes: [{ line: null, message: CHOOSE_ENCODING_MESSAGE }], encodings }
      }
      if ('mistakes' in enrolled) {
        const { mistakes } = enrolled
        return {
          ...NO_ENROLLMENTS,
          mistakes: mistakes.slice(0, MAX_REPORTED),
          more_mistakes: Math.max(0, mistakes.length - MAX_REPORTED),
        }
      }
      const { granted, made, had, unusedColumns } = enrolled
      const message = formatEnrollmentResult(enrolled, isOnlyChecked)
      return {
        ...NO_ENROLLMENTS,
        message,
        granted,
        made,
        had,
        unused_columns: unusedColumns.slice(0, MAX_COLUMNS_NAMED),
      }
    },
  )
}

const GRANT_OUTCOMES = {
  made: 'now has access. We created an account, and we’re emailing a link to choose a password.',
  granted: 'now has access.',
  invited: 'now has access. Their email isn’t verified, so we’re sending a link to choose a new password.',
  granted_before: 'already has access.',
}

function formatEnrollmentResult(enrolled: EnrollmentResult, isOnlyChecked: boolean): string {
  return [formatCounts(enrolled, isOnlyChecked), ...formatUnusedColumns(enrolled)].join(' ')
}

function formatUnusedColumns({ unusedColumns: columns }: EnrollmentResult): string[] {
  if (columns.length === 0) return []
  const named = columns.slice(0, MAX_COLUMNS_NAMED).map((name) => `“${name}”`)
  const more = columns.length > named.length ? `, and ${columns.length - named.length} more` : ''
  return [`${columns.length === 1 ? 'This column is' : 'These columns are'} ignored: ${named.join(', ')}${more}.`]
}

function formatCounts(enrolled: EnrollmentResult, isOnlyChecked: boolean): string {
  const { granted, had } = enrolled
  if (granted === 0) return 'Everyone in this file already has access.'
  const before = had === 0 ? '' : had === 1 ? ' One already has access.' : ` ${had} already have access.`
  const people = granted === 1 ? 'One person' : `${granted} people`
  if (isOnlyChecked) return `${people} would get access${formatAccounts(enrolled)}.${before}`
  return `${people} now ${granted === 1 ? 'has' : 'have'} access${formatAccounts(enrolled)}. We’re emailing them.${before}`
}

function formatAccounts({ granted, made }: EnrollmentResult): string {
  if (made === 0) return ''
  if (granted === 1) return ', with a new account'
  return made === granted
    ? ', all with new accounts'
    : `, ${made} with ${made === 1 ? 'a new account' : 'new accounts'}`
}
