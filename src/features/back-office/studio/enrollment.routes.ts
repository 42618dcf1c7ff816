import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { hasPermission, toStaff } from '#shared/policy.ts'
import { formatCsvLine } from '#shared/csv.ts'
import { formatList } from '#shared/format-list.ts'
import { type EncodingCandidate, ENCODINGS } from '#shared/text-encoding.ts'
import type { PersonField } from '#features/commerce/access/enrollment-file.contract.ts'
import { enrollMembers, listRecentEnrollments, undoEnrollment } from './enrollment.contract.ts'
import { grantAccessByEmail } from './access.contract.ts'
import {
  type EnrollmentResult,
  enrollMembers as enroll,
  grantByEmail,
  listEnrollmentsToUndo,
  undoEnrollment as undo,
} from '#features/commerce/access/enrollment.public.ts'
import { enrollIntoGroup } from '#features/learning/groups/groups.public.ts'

const MAX_REPORTED = 200

type Enrolled = (EnrollmentResult & { added?: number }) | { readings: EncodingCandidate[] }

const NO_ENROLLMENTS = {
  message: 'No one was enrolled.',
  granted: 0,
  made: 0,
  had: 0,
  added: 0,
  mistakes: [],
  more_mistakes: 0,
  rejected: 0,
  rejected_csv: '',
  encodings: [],
  columns: [],
  ignored_sheets: [],
}

const CHOOSE_ENCODING_MESSAGE =
  'This file isn’t UTF-8, so its accented letters can be read in several ways. Choose the encoding that shows the names correctly, or save the file as “CSV UTF-8.”'

export function enrollmentRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, grantAccessByEmail, async ({ body: { email: typed, product, why }, member }) => {
    const given = { email: typed, slug: product, reason: why, by: toStaff(member) }
    const { email, outcome } = await grantByEmail(deps, given)
    return { message: `${email} ${GRANT_OUTCOMES[outcome]}` }
  })
  registerEndpoint(app, enrollMembers, async ({ body, member }) => {
    const {
      product,
      group,
      why,
      content,
      encoding,
      columns,
      only_check: isOnlyChecked,
      skip_mistakes: skipsMistakes,
    } = body
    const enrollment = {
      file: { bytes: Buffer.from(content, 'base64'), encoding: encoding ?? undefined, columns },
      slug: product,
      reason: why,
      isOnlyChecked,
      skipsMistakes,
      by: toStaff(member),
    }
    const enrolled: Enrolled = await (group === null
      ? enroll(deps, enrollment)
      : enrollIntoGroup(deps, { ...enrollment, groupId: group }))
    if ('readings' in enrolled) {
      const encodings = enrolled.readings.map(({ encoding: name, sample }) => ({
        encoding: name,
        label: ENCODINGS[name],
        sample,
      }))
      return { ...NO_ENROLLMENTS, mistakes: [{ line: null, message: CHOOSE_ENCODING_MESSAGE }], encodings }
    }
    const { granted, made, had, added = 0, mistakes, file } = enrolled
    const rejected = new Set(mistakes.map(({ line }) => line)).size
    return {
      ...NO_ENROLLMENTS,
      message: formatEnrollmentResult(enrolled, { isOnlyChecked, rejected }) + formatAdded(added),
      granted,
      made,
      had,
      added,
      mistakes: mistakes.slice(0, MAX_REPORTED),
      more_mistakes: Math.max(0, mistakes.length - MAX_REPORTED),
      rejected,
      rejected_csv: formatRejectedRows(enrolled),
      columns: file.columns,
      ignored_sheets: file.ignoredSheets,
    }
  })
  registerEndpoint(app, listRecentEnrollments, async ({ member }) => {
    const found = await listEnrollmentsToUndo(deps)
    return {
      enrollments: found.map(({ id, productId, title, createdAt, people }) => ({
        id,
        product_id: productId,
        product: title,
        at: createdAt.toISOString(),
        people,
      })),
      may: { undo: hasPermission(toStaff(member), 'bulk enroll') },
    }
  })
  registerEndpoint(app, undoEnrollment, async ({ params: { id }, member }) => {
    const { title, ended, retained } = await undo(deps, { enrollmentId: id, by: toStaff(member) })
    const lost = `${ended === 1 ? 'One person no longer has' : `${ended} people no longer have`} access to ${title}.`
    if (retained.length === 0) return { message: lost, retained }
    const keep = retained.length === 1 ? 'One person keeps it, having' : `${retained.length} people keep it, having`
    return { message: `${lost} ${keep} used the academy since: ${formatList(retained.slice(0, 10), 'and')}.`, retained }
  })
}

/** The rows with mistakes, with the mistakes in a column of their own. The next import ignores that column. */
function formatRejectedRows({ file: { header, rows }, mistakes }: EnrollmentResult): string {
  const problems = Map.groupBy(mistakes, ({ line }) => line)
  const lines = rows.flatMap(({ line, cells }) => {
    const messages = problems.get(line)?.map(({ message }) => message)
    return messages ? [`${cells},${formatCsvLine([messages.join(' ')])}`] : []
  })
  return lines.length === 0 ? '' : `\uFEFF${header},Problem\r\n${lines.join('')}`
}

const GRANT_OUTCOMES = {
  made: 'now has access. We created an account, and we’re emailing a link to choose a password.',
  granted: 'now has access.',
  invited: 'now has access. Their email isn’t verified, so we’re sending a link to choose a new password.',
  granted_before: 'already has access.',
}

function formatAdded(added: number): string {
  if (added === 0) return ''
  return added === 1 ? ' One person was added to the group.' : ` ${added} people were added to the group.`
}

const NAME_FIELDS = new Set<PersonField | null>(['first_name', 'last_name', 'full_name'])

function formatEnrollmentResult(
  enrolled: EnrollmentResult,
  { isOnlyChecked, rejected }: { isOnlyChecked: boolean; rejected: number },
): string {
  const { granted, had } = enrolled
  const skipped =
    rejected === 0
      ? ''
      : rejected === 1
        ? ` 1 row has a problem and ${isOnlyChecked ? 'will be' : 'was'} skipped.`
        : ` ${rejected} rows have problems and ${isOnlyChecked ? 'will be' : 'were'} skipped.`
  if (granted === 0) {
    if (rejected === 0) return 'Everyone in this file already has access.'
    return had === 0 ? 'No one was enrolled.' : `Everyone else in this file already has access.${skipped}`
  }
  const before = had === 0 ? '' : had === 1 ? ' One already has access.' : ` ${had} already have access.`
  const people = granted === 1 ? 'One person' : `${granted} people`
  const { columns, people: read } = enrolled.file
  const hasNames = columns.some(({ field }) => NAME_FIELDS.has(field)) || read.some(({ firstName }) => firstName !== '')
  const unnamed =
    hasNames || enrolled.made === 0 ? '' : ' No column with names was recognized, so new accounts would have none.'
  if (isOnlyChecked) return `${people} would get access${formatAccounts(enrolled)}.${unnamed}${before}${skipped}`
  return `${people} now ${granted === 1 ? 'has' : 'have'} access${formatAccounts(enrolled)}. We’re emailing them.${before}${skipped}`
}

function formatAccounts({ granted, made }: EnrollmentResult): string {
  if (made === 0) return ''
  if (granted === 1) return ', with a new account'
  return made === granted
    ? ', all with new accounts'
    : `, ${made} with ${made === 1 ? 'a new account' : 'new accounts'}`
}
