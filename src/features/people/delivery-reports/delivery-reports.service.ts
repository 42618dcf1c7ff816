import { turnOffAllEmails } from '#features/people/notifications/notifications.public.ts'
import type { Deps } from '#platform/deps.ts'
import { isHardBounce } from '#platform/mail/hard-bounce.ts'
import { insertSuppression } from '#platform/mail/suppressions.queries.ts'
import { ACADEMY, SandboxLimitError } from '#platform/sandbox.ts'
import { findLoggedEmail, type LoggedEmail, markBounced, markComplained } from './delivery-reports.queries.ts'
import {
  type DeliveryReport,
  isAboutAddress,
  isComplaint,
  MAX_REPORT_BYTES,
  type ReportedRecipient,
  type ReportOutcome,
} from './delivery-reports.rules.ts'
import { readReport } from './report-parsing.service.ts'

type ReportDeps = Pick<Deps, 'db' | 'now'>

/**
 * Reads a message that was returned to the academy, and records a bounce or a complaint. Only a report that names the
 * random ID of a logged email has an effect, so no one can stop emails to others with a forged report. Throws `busy`.
 */
export async function recordDeliveryReport(deps: ReportDeps, message: Uint8Array): Promise<ReportOutcome> {
  const report = await readReport(message.subarray(0, MAX_REPORT_BYTES), ACADEMY).catch((error: unknown) => {
    if (error instanceof SandboxLimitError) return null
    throw error
  })
  if (!report) return 'no report'
  const email = await findLoggedEmail(deps.db, report.emailIds)
  if (!email) return 'unknown'
  return report.kind === 'complaint' ? recordComplaint(deps, report, email) : recordBounce(deps, report, email)
}

type Report<Kind> = Extract<DeliveryReport, { kind: Kind }>

async function recordBounce(
  { db, now }: ReportDeps,
  { recipients }: Report<'delivery status'>,
  { id, memberId, address }: LoggedEmail,
): Promise<ReportOutcome> {
  const about = recipients.filter((each) => isAboutAddress(each, address))
  if (about.length === 0) return 'unknown'
  const failed = about.find((each) => each.action === 'failed' && isHardBounce(each))
  if (!failed) return 'temporary'
  const [answer, at] = [formatCodes(failed), now()]
  return db.transaction(async (tx) => {
    if (!(await markBounced(tx, { id, answer, at }))) return 'repeated'
    if (memberId !== null)
      await insertSuppression(tx, { memberId, reason: 'bounced', address, answer, emailId: id, at })
    return 'bounce'
  })
}

/** Only codes, such as `550 5.1.1`, because the text repeats addresses. */
function formatCodes({ replyCode, status }: ReportedRecipient): string {
  return [replyCode, status].filter((code) => code !== undefined).join(' ')
}

async function recordComplaint(
  { db, now }: ReportDeps,
  { type, addresses }: Report<'complaint'>,
  { id, memberId, address }: LoggedEmail,
): Promise<ReportOutcome> {
  // Some providers leave the address out.
  if (addresses.length > 0 && !addresses.includes(address.toLowerCase())) return 'unknown'
  if (!isComplaint(type)) return 'temporary'
  const at = now()
  return db.transaction(async (tx) => {
    if (!(await markComplained(tx, id, at))) return 'repeated'
    if (memberId === null) return 'complaint'
    const suppression = { memberId, reason: 'complained', address, answer: type, emailId: id, at } as const
    // A former address may belong to someone else now.
    if (await insertSuppression(tx, suppression)) await turnOffAllEmails(tx, memberId, at)
    return 'complaint'
  })
}
