import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import {
  type EditedText,
  type EmailTextName,
  findTextErrors,
  getEmailText,
  toStoredText,
} from '#features/foundation/email-texts/email-texts.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { getRefundPolicy, readSite } from '#features/foundation/site/site.public.ts'
import { findMailbox } from '#features/people/accounts/accounts.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { EmailContent } from '#platform/mail/email-template.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import type { JobData } from '#shared/job.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { sendSampleEmail } from './email-previews.queues.ts'
import { SAMPLE_EMAIL_LIMIT } from './email-previews.rules.ts'
import { renderSample } from './email-samples.service.ts'

type TypedText = EditedText & { name: EmailTextName }

/** Renders the email with this text, saved or not, and invented facts. Reports errors in the text by field. */
export async function previewEmail(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  { name, subject, opening }: TypedText,
): Promise<EmailContent> {
  const errors = findTextErrors(name, { subject, opening })
  if (Object.keys(errors).length > 0) throw fieldErrors(errors)
  const site = await readSite(db)
  const own = toStoredText(name, { subject, opening })
  const emailTexts = own ? { [name]: own } : {}
  const refunds = await getRefundPolicy(db, site)
  return renderSample(name, { site: { ...site, emailTexts }, refunds, publicUrl: config.publicUrl, now: now() })
}

/** Enqueues an email with this text to the owner. Returns the address. */
export async function requestSampleEmail(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now' | 'services'>,
  { memberId, by, ...typed }: TypedText & { memberId: string; by: Staff },
): Promise<string> {
  const { config, db, jobs, now, services } = deps
  if (!hasPermission(by, 'see site settings')) throw permissionDeniedError(by, 'see site settings')
  await previewEmail(deps, typed)
  if (!services.canSendEmail)
    throw new AppError('conflict', 'Set up your mail server first, under Email. Then send a test.')
  const member = await findMailbox(db, memberId)
  if (!member) throw new AppError('not_found', 'Member not found.')
  await enforceRateLimit({ config, now }, db, SAMPLE_EMAIL_LIMIT, memberId)
  const { name } = typed
  await db.transaction(async (tx) => {
    const subject = { id: name, name: getEmailText(name).label }
    await recordEvent(tx, { at: now(), kind: 'mail.tried', by, memberId, subject })
    await jobs.enqueue(tx, sendSampleEmail, { memberId, ...typed })
  })
  return member.email
}

/** The job handler. */
export async function deliverSampleEmail(
  deps: Pick<Deps, 'config' | 'db' | 'mail' | 'now'>,
  { memberId, ...typed }: JobData<typeof sendSampleEmail>,
): Promise<void> {
  const member = await findMailbox(deps.db, memberId)
  if (!member || member.lockedAt !== null || member.erasedAt !== null) return
  // Removes the header for unsubscribing, because the links of the sample lead nowhere.
  const { leave: _, ...email } = await previewEmail(deps, typed)
  await deps.mail.send({ to: member.email, memberId, ...email, subject: `[Test] ${email.subject}` })
}
