import { setTimeout as sleep } from 'node:timers/promises'
import { getCurrentJob } from '#db/current-job.ts'
import { lockByName } from '#db/locks.ts'
import type { Transaction } from '#db/open-database.ts'
import { type Actor, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { findActingMember, getRequesterId, isStillPermitted } from '#features/people/accounts/accounts.public.ts'
import { createUnsubscribeAddress } from '#features/people/notifications/notifications.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, stepUpRequiredError } from '#shared/app-error.ts'
import type { JobData } from '#shared/job.ts'
import { PermanentFailureError } from '#shared/permanent-failure-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { prepareText } from './message-text.service.ts'
import { renderMessageEmail } from './message.email.ts'
import {
  cleanUp,
  findMessage,
  lockMessage,
  skipWaiting,
  stopPendingMessages,
  updateMessage,
} from './messages.queries.ts'
import { sendMessage, startMessage } from './messages.queues.ts'
import {
  JOBS_PER_STATEMENT,
  MAX_FEW_RECIPIENTS,
  MAX_SENDING_MS,
  type MessageText,
  PLAN_INTERVAL_SECONDS,
  RECIPIENT_RETENTION_MS,
  type StateReason,
} from './messages.rules.ts'
import {
  assertRevision,
  changeLocked,
  type MessageDeps,
  type OnMessage,
  type StoredMessage,
  toAudience,
  toEventSubject,
} from './messages.service.ts'
import {
  countPlanned,
  countRecentRecipients,
  countRecipients,
  endIfDone,
  findRecipientToSend,
  insertRecipients,
  reserveSlot,
  setEmailId,
  setOutcome,
} from './recipients.queries.ts'

const DAY_MS = 24 * 60 * 60_000

/** What is missing before anything can be sent; undefined if nothing. */
export async function findMissingSetting({
  db,
  services,
}: Pick<Deps, 'db' | 'services'>): Promise<'postal_address' | 'mail_server' | undefined> {
  if ((await readSite(db)).postalAddress.trim() === '') return 'postal_address'
  return services.canSendEmail ? undefined : 'mail_server'
}

const MISSING = {
  // The law requires it in each email that isn't about a transaction (CAN-SPAM).
  postal_address: 'Enter your mailing address first, under Settings, General. It must be in each email.',
  mail_server: 'Set up your mail server first, under Settings, Email.',
}

type SendRequest = OnMessage &
  MessageText & {
    revision: number
    /** When to send it. Undefined means now. */
    sendAt: Date | undefined
    /** Whether the caller confirmed their identity recently, which many recipients require. */
    isConfirmed: boolean
  }

/**
 * Saves a text, and sends it now or later. A scheduled message can be changed in the same way, and the person who
 * changes it becomes its sender. Returns the number of recipients as of now.
 */
export async function sendOrSchedule(deps: MessageDeps, request: SendRequest): Promise<number> {
  const { messageId, by, revision, sendAt, isConfirmed, subject, body } = request
  const missing = await findMissingSetting(deps)
  if (missing) throw new AppError('conflict', MISSING[missing])
  const text = await prepareText(deps, { messageId, subject, body, isDraft: false })
  const at = deps.now()
  return changeLocked(deps, { messageId, by }, async (tx, message) => {
    assertRevision(message, revision)
    if (message.state !== 'draft' && message.state !== 'scheduled')
      throw new AppError('conflict', 'This message was already sent. Reload the page.')
    const audience = toAudience(message)
    const { recipients } = audience ? await countRecipients(tx, audience) : { recipients: 0 }
    if (recipients === 0) throw new AppError('conflict', 'No one can get this message right now.')
    const mayGrow = sendAt !== undefined && message.audience !== 'member'
    await assertMaySendTo(tx, { by, recipients, mayGrow, isConfirmed, at })
    const sender = by.kind === 'member' ? { senderId: by.memberId, senderRole: by.role } : {}
    const changed = { ...text, ...sender, sendAt: sendAt ?? null, stateReason: null, revision: revision + 1 }
    await updateMessage(tx, messageId, { ...changed, changedAt: at, ...(sendAt && { state: 'scheduled' }) })
    if (!sendAt) return startSending(deps, tx, { message, by, at })
    const data = { messageId, sendAt: sendAt.toISOString() }
    await deps.jobs.enqueue(tx, startMessage, data, { startAfter: sendAt })
    const after = { at: sendAt.toISOString(), recipients }
    await recordEvent(tx, { at, kind: 'message.scheduled', by, ...toEventSubject(message), after })
    return recipients
  })
}

/**
 * Whether these recipients and those of the last day are more than the sender may write to without the permission for
 * many. The sender's other messages wait until the transaction ends, so that they count these recipients, too.
 */
async function areMany(tx: Transaction, { by, recipients, at }: { by: Staff; recipients: number; at: Date }) {
  if (by.kind !== 'member') return recipients > MAX_FEW_RECIPIENTS
  await lockByName(tx, `messages ${by.memberId}`)
  const recent = await countRecentRecipients(tx, by.memberId, new Date(at.getTime() - DAY_MS))
  return recipients + recent > MAX_FEW_RECIPIENTS
}

type Limits = { by: Staff; recipients: number; mayGrow: boolean; isConfirmed: boolean; at: Date }

/**
 * Throws if the sender may not write to so many, or must first confirm their identity. A group may grow until a
 * scheduled message is sent, so a sender who may write to many confirms it in any case.
 */
async function assertMaySendTo(tx: Transaction, { isConfirmed, mayGrow, ...limits }: Limits): Promise<void> {
  const { by } = limits
  const mayMany = hasPermission(by, 'message many learners')
  const isMany = await areMany(tx, limits)
  if (isMany && !mayMany) throw permissionDeniedError(by, 'message many learners')
  if ((isMany || (mayGrow && mayMany)) && !isConfirmed) throw stepUpRequiredError()
}

type Starting = { message: StoredMessage; by: Staff; at: Date }

/** Stores the recipients, and a job for each. The rate limit spaces the jobs, after those of other messages. */
async function startSending(
  { config, jobs }: Pick<Deps, 'config' | 'jobs'>,
  tx: Transaction,
  { message, by, at }: Starting,
): Promise<number> {
  const audience = toAudience(message)
  const { id: messageId } = message
  const before = await countPlanned(tx)
  const memberIds = audience ? await insertRecipients(tx, { messageId, audience, at }) : []
  const isLarge = memberIds.length > MAX_FEW_RECIPIENTS
  const perInterval = Math.max(1, (config.messagesPerMinute * PLAN_INTERVAL_SECONDS) / 60)
  for (let from = 0; from < memberIds.length; from += JOBS_PER_STATEMENT)
    await jobs.enqueueAll(
      tx,
      sendMessage,
      memberIds
        .slice(from, from + JOBS_PER_STATEMENT)
        .map((memberId) => ({ messageId, memberId, askedBy: getRequesterId(by), isLarge })),
      (index) => Math.floor((before + from + index) / perInterval) * PLAN_INTERVAL_SECONDS,
    )
  await updateMessage(tx, messageId, { state: 'sending', startedAt: at, changedAt: at })
  const after = { recipients: memberIds.length }
  await recordEvent(tx, { at, kind: 'message.sent', by, ...toEventSubject(message), after })
  return memberIds.length
}

/**
 * The job handler: starts a scheduled message. If its sender has another role now or is locked, or if it can't be sent, it
 * becomes a draft again, with the reason.
 */
export async function startScheduledMessage(
  deps: MessageDeps,
  { messageId, sendAt }: JobData<typeof startMessage>,
): Promise<void> {
  const missing = await findMissingSetting(deps)
  const at = deps.now()
  await deps.db.transaction(async (tx) => {
    const senderId = (await findMessage(tx, messageId))?.senderId ?? null
    // Staff are locked before messages.
    const sender = senderId === null ? undefined : await findActingMember(tx, senderId)
    const message = await lockMessage(tx, messageId)
    if (message?.state !== 'scheduled' || message.sendAt?.toISOString() !== sendAt || message.senderId !== senderId)
      return
    const audience = toAudience(message)
    const { recipients } = audience ? await countRecipients(tx, audience) : { recipients: 0 }
    const by: Staff = { kind: 'member', memberId: senderId ?? '', role: sender?.role ?? 'learner' }
    const reason = await (async (): Promise<StateReason | undefined> => {
      if (!sender || sender.role !== message.senderRole || !hasPermission(by, 'message learners')) return 'sender'
      const isMany = await areMany(tx, { by, recipients, at })
      if (isMany && !hasPermission(by, 'message many learners')) return 'too_many'
      return missing ?? (recipients === 0 ? 'nobody' : undefined)
    })()
    if (reason === undefined) return void (await startSending(deps, tx, { message, by, at }))
    const { revision } = message
    const draft = { state: 'draft', stateReason: reason, sendAt: null, revision: revision + 1, changedAt: at } as const
    await updateMessage(tx, messageId, draft)
    const event = { ...toEventSubject(message), after: { reason } }
    await recordEvent(tx, { at, kind: 'message.returned', by: { kind: 'academy' }, ...event })
  })
}

/** Makes a draft of a scheduled message. Its job does nothing. Returns the new revision. */
export function cancelScheduled(deps: Pick<Deps, 'db' | 'now'>, on: OnMessage): Promise<number> {
  return changeLocked(deps, on, async (tx, message) => {
    if (message.state !== 'scheduled')
      throw new AppError('conflict', 'This message is no longer scheduled. Reload the page.')
    const at = deps.now()
    const draft = { state: 'draft', sendAt: null, revision: message.revision + 1, changedAt: at } as const
    await updateMessage(tx, message.id, draft)
    await recordEvent(tx, { at, kind: 'message.canceled', by: on.by, ...toEventSubject(message) })
    return draft.revision
  })
}

/** Stops sending. Those who didn't get the message yet don't get it. */
export function stopSending(deps: Pick<Deps, 'db' | 'now'>, on: OnMessage): Promise<void> {
  return changeLocked(deps, on, async (tx, message) => {
    if (message.state !== 'sending')
      throw new AppError('conflict', 'This message is no longer being sent. Reload the page.')
    await stop(tx, { message, reason: 'staff', by: on.by, at: deps.now() })
  })
}

type Stop = { message: StoredMessage; reason: StateReason; by: Actor; at: Date }

async function stop(tx: Transaction, { message, reason, by, at }: Stop): Promise<void> {
  await skipWaiting(tx, message.id, at)
  const stopped = { state: 'stopped', stateReason: reason, endedAt: at, changedAt: at } as const
  await updateMessage(tx, message.id, { ...stopped, revision: message.revision + 1 })
  await recordEvent(tx, { at, kind: 'message.stopped', by, ...toEventSubject(message) })
}

/**
 * The job handler: sends a message to one recipient. Waits for the rate limit, and then checks everything again right
 * before it is sent. A job that is run again after its process was killed sends nothing if the email log says that it
 * was sent. Only a process that dies between the mail server's reply and that log entry sends an email twice, with the
 * same Message-ID.
 */
export async function deliverMessage(
  deps: Deps,
  { messageId, memberId, askedBy, isLarge }: JobData<typeof sendMessage>,
): Promise<void> {
  const { config, db, mail, now } = deps
  const emailId = getCurrentJob()?.id
  if (emailId === undefined) throw new Error('Messages are sent only by jobs')
  const recipient = { messageId, memberId, emailId }
  // Of a stopped message, no one needs to wait for the rate limit.
  if (!(await findRecipientToSend(db, recipient))) return
  const permission = isLarge ? 'message many learners' : 'message learners'
  if (!(await isStillPermitted(db, askedBy, permission))) return stopForSender(deps, messageId)
  await sleep(await reserveSlot(db, config.messagesPerMinute))
  const site = await readSite(db)
  const found = await findRecipientToSend(db, recipient)
  if (!found) return
  if (found.skipReason !== null && !found.wasSent) {
    await setOutcome(db, { ...recipient, at: now(), state: 'skipped', reason: found.skipReason })
    return endIfDone(db, messageId, now())
  }
  await setEmailId(db, recipient)
  const leaveAddress = createUnsubscribeAddress(deps, { memberId, kind: 'message' })
  const { publicUrl } = config
  const { subject, html, course, lecture } = found
  try {
    const email = renderMessageEmail({ site, publicUrl, member: found, subject, html, course, lecture, leaveAddress })
    await mail.send({ to: found.email, memberId, ...email })
  } catch (error) {
    if (error instanceof PermanentFailureError) {
      await setOutcome(db, { ...recipient, at: now(), state: 'failed' })
      await endIfDone(db, messageId, now())
    }
    throw error
  }
  await setOutcome(db, { ...recipient, at: now(), state: 'sent' })
  await endIfDone(db, messageId, now())
}

/** The sender was locked or has another role now, so nothing more is sent in their name. */
function stopForSender({ db, now }: Pick<Deps, 'db' | 'now'>, messageId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const message = await lockMessage(tx, messageId)
    if (message?.state !== 'sending') return
    await stop(tx, { message, reason: 'sender_changed', by: { kind: 'academy' }, at: now() })
  })
}

/** After a restore, nothing that was scheduled or under way is sent by itself, because it may have been sent since. */
export async function stopMessagesAfterRestore(tx: Transaction, at: Date): Promise<void> {
  await stopPendingMessages(tx, at)
}

/** The nightly job handler. */
export async function cleanUpOldMessages({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const time = now().getTime()
  await cleanUp(db, {
    now: new Date(time),
    sendingSince: new Date(time - MAX_SENDING_MS),
    endedBefore: new Date(time - RECIPIENT_RETENTION_MS),
  })
}
