import type { Transaction } from '#db/open-database.ts'
import { assertActive, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { findMailbox } from '#features/people/accounts/accounts.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { EmailContent } from '#platform/mail/email-template.ts'
import { AppError } from '#shared/app-error.ts'
import type { JobData } from '#shared/job.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { messageNotFoundError, prepareText } from './message-text.service.ts'
import { renderMessageEmail } from './message.email.ts'
import {
  deleteMessageRow,
  findAudience,
  findEmptyDraft,
  findMessage,
  insertMessage,
  listMessages,
  lockMessage,
  type MessageLine,
  updateMessage,
} from './messages.queries.ts'
import { sendTestMessage } from './messages.queues.ts'
import { type Audience, type MessageText, TEST_EMAIL_LIMIT } from './messages.rules.ts'
import { countRecipients } from './recipients.queries.ts'

export type MessageDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'now' | 'services'>
export type StoredMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>
export type OnMessage = { messageId: string; by: Staff }

export function assertMayMessage(by: Staff): void {
  if (!hasPermission(by, 'message learners')) throw permissionDeniedError(by, 'message learners')
}

/** Whom the message is for; undefined if the group, course, or lecture was deleted. */
export function toAudience(message: StoredMessage): Audience | undefined {
  const { audience, memberId, groupId, courseId, lectureId } = message
  if (audience === 'member') return memberId === null ? undefined : { kind: audience, memberId }
  if (audience === 'group') return groupId === null ? undefined : { kind: audience, groupId }
  if (courseId === null) return undefined
  if (audience === 'course') return { kind: audience, courseId }
  return lectureId === null ? undefined : { kind: audience, courseId, lectureId }
}

/** What the audit log says about the message: whom it is for, but not its text. */
export function toEventSubject({ id, audience, audienceName, memberId }: Omit<StoredMessage, 'senderId'>) {
  return audience === 'member'
    ? { ...(memberId !== null && { memberId }), subject: { id } }
    : { subject: { id, name: `${audience}: ${audienceName}` } }
}

/** Changes a message in a transaction that locks it. */
export async function changeLocked<Result>(
  { db }: Pick<Deps, 'db'>,
  { messageId, by }: OnMessage,
  change: (tx: Transaction, message: StoredMessage) => Promise<Result>,
): Promise<Result> {
  assertMayMessage(by)
  return db.transaction(async (tx) => {
    // Staff are locked before messages.
    await assertActive(tx, by)
    const message = await lockMessage(tx, messageId)
    if (!message) throw messageNotFoundError()
    return change(tx, message)
  })
}

export async function getMessage({ db }: Pick<Deps, 'db'>, messageId: string) {
  const stored = await findMessage(db, messageId)
  const [line] = stored ? await listMessages(db, { id: messageId, limit: 1 }) : []
  if (!stored || !line) throw messageNotFoundError()
  const { subject, body, revision, stateReason } = stored
  return { ...(line satisfies MessageLine), subject, body, revision, stateReason }
}

/** How many would get the message now, and how many wouldn't, by reason. */
export async function countMessageRecipients({ db }: Pick<Deps, 'db'>, messageId: string) {
  const stored = await findMessage(db, messageId)
  if (!stored) throw messageNotFoundError()
  const audience = toAudience(stored)
  return audience ? countRecipients(db, audience) : { recipients: 0, skipped: {} }
}

/** Starts a draft, or returns an empty one that the same person started for the same audience. */
export async function startDraft(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { audience, by }: { audience: Audience; by: Staff },
): Promise<string> {
  assertMayMessage(by)
  const named = await findAudience(db, audience)
  if (!named) throw new AppError('not_found', 'These recipients no longer exist.')
  const senderId = by.kind === 'member' ? by.memberId : null
  const empty = senderId === null ? undefined : await findEmptyDraft(db, senderId, audience)
  if (empty !== undefined) return empty
  const at = now()
  const senderRole = by.kind === 'member' ? by.role : 'owner'
  return db.transaction(async (tx) => {
    await assertActive(tx, by)
    const id = await insertMessage(tx, { audience, audienceName: named.name, senderId, senderRole, at })
    const stored = await lockMessage(tx, id)
    if (stored) await recordEvent(tx, { at, kind: 'message.written', by, ...toEventSubject(stored) })
    return id
  })
}

/** Throws if someone changed the message after the caller loaded it. */
export function assertRevision(message: StoredMessage, revision: number): void {
  if (message.revision !== revision)
    throw new AppError(
      'busy',
      'Someone else changed this message. Your text is still here. Copy what you need and reload the page.',
    )
}

type SaveMessage = OnMessage & MessageText & { revision: number }

/** Saves a draft, which may be incomplete. Returns the new revision. */
export async function saveDraft(
  deps: Pick<Deps, 'db' | 'now'>,
  { messageId, by, revision, ...typed }: SaveMessage,
): Promise<number> {
  assertMayMessage(by)
  const text = await prepareText(deps, { messageId, ...typed, isDraft: true })
  return changeLocked(deps, { messageId, by }, async (tx, message) => {
    assertRevision(message, revision)
    if (message.state !== 'draft') throw new AppError('conflict', 'This message is no longer a draft. Reload the page.')
    const next = revision + 1
    await updateMessage(tx, messageId, { ...text, revision: next, changedAt: deps.now() })
    return next
  })
}

export function deleteDraft(deps: Pick<Deps, 'db' | 'now'>, { messageId, by }: OnMessage): Promise<void> {
  return changeLocked(deps, { messageId, by }, async (tx, message) => {
    if (message.state !== 'draft') throw new AppError('conflict', 'This message is no longer a draft. Reload the page.')
    await recordEvent(tx, { at: deps.now(), kind: 'message.deleted', by, ...toEventSubject(message) })
    await deleteMessageRow(tx, messageId)
  })
}

/** Copies the text of any message into a new draft for the same audience. Returns its ID. */
export async function copyMessage(deps: Pick<Deps, 'db' | 'now'>, { messageId, by }: OnMessage): Promise<string> {
  assertMayMessage(by)
  const stored = await findMessage(deps.db, messageId)
  const audience = stored && toAudience(stored)
  if (!stored || !audience) throw new AppError('not_found', 'These recipients no longer exist.')
  const id = await startDraft(deps, { audience, by })
  const { subject, body, html } = stored
  await updateMessage(deps.db, id, { subject, body, html })
  return id
}

const SAMPLE = { firstName: 'Sam', lastName: 'Sample', username: 'sam.sample' }

/** Renders the email with a typed text, saved or not, as its recipients get it. */
export async function previewMessage(
  deps: Pick<Deps, 'config' | 'db'>,
  { messageId, ...typed }: MessageText & { messageId: string },
): Promise<EmailContent> {
  const { db, config } = deps
  const { subject, html } = await prepareText(deps, { messageId, ...typed, isDraft: true })
  const [line] = await listMessages(db, { id: messageId, limit: 1 })
  const site = await readSite(db)
  return renderMessageEmail({
    site,
    publicUrl: config.publicUrl,
    member: SAMPLE,
    subject: subject || 'Subject',
    html,
    course: line?.course ?? '',
    lecture: line?.audience === 'lecture' ? line.name : '',
    leaveAddress: `${config.publicUrl}/`,
  })
}

/** Enqueues an email with a typed text, saved or not, to the caller. Returns the address. */
export async function requestTestMessage(
  deps: MessageDeps,
  { messageId, memberId, by, ...typed }: OnMessage & MessageText & { memberId: string },
): Promise<string> {
  const { config, db, jobs, now, services } = deps
  assertMayMessage(by)
  const { subject, body } = await prepareText(deps, { messageId, ...typed, isDraft: false })
  if (!services.canSendEmail)
    throw new AppError('conflict', 'Set up your mail server first, under Email. Then send a test.')
  const member = await findMailbox(db, memberId)
  if (!member) throw new AppError('not_found', 'Member not found.')
  await enforceRateLimit({ config, now }, db, TEST_EMAIL_LIMIT, memberId)
  await db.transaction(async (tx) => {
    await recordEvent(tx, { at: now(), kind: 'mail.tried', by, memberId, subject: { id: messageId, name: 'Message' } })
    await jobs.enqueue(tx, sendTestMessage, { memberId, messageId, subject, body })
  })
  return member.email
}

/** The job handler. */
export async function deliverTestMessage(
  deps: Pick<Deps, 'config' | 'db' | 'mail'>,
  { memberId, ...typed }: JobData<typeof sendTestMessage>,
): Promise<void> {
  const member = await findMailbox(deps.db, memberId)
  if (!member || member.lockedAt !== null || member.erasedAt !== null) return
  // The draft may have been deleted in the meantime.
  if (!(await findMessage(deps.db, typed.messageId))) return
  // Removes the header for unsubscribing, because the link of a test leads nowhere.
  const { leave: _, ...email } = await previewMessage(deps, typed)
  await deps.mail.send({ to: member.email, memberId, ...email, subject: `[Test] ${email.subject}` })
}
