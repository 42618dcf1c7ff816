import type { Executor, Transaction } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { Role } from '#shared/policy.ts'
import {
  addFailedLogins,
  deleteFailedLoginsBefore,
  deleteFailedLoginsFor,
  deleteLoginOriginsBefore,
  deletePersonalValues,
  type Filter,
  hasAction,
  hasEvent,
  isActive,
  insertEvent,
  insertEvents,
  insertPersonalValues,
  insertPersonalValuesForEvents,
  listEvents,
  listFailedLogins,
} from './audit-log.queries.ts'
import {
  type EventKind,
  FAILED_LOGINS,
  startOfHour,
  includesFailedLogins,
  LOGIN_ORIGIN_RETENTION_MS,
} from './audit-log.rules.ts'
import { type AuditEntry, type AuditValues } from './audit-entries.rules.ts'

/** Who acted. On the command line, `name` is the operating system user. */
export type Actor =
  /** For staff, includes the role and the session in which they acted. */
  | { kind: 'member'; memberId: string; role?: Role; sessionId?: string }
  | { kind: 'command_line'; name: string }
  | { kind: 'visitor' | 'provider' | 'academy' }

export type AuditEvent = {
  at: Date
  kind: EventKind
  by: Actor
  /** The member whom the event is about. Their current username and email are stored where they can be erased. */
  memberId?: string
  /** The subject, if it is not a member, with its current name. Must not contain personal data. */
  subject?: { id: string; name?: string }
  /** Old and new values in the operator's terms (`{ state: 'paid' }`). Must not contain personal data or free text. */
  before?: AuditValues
  after?: AuditValues
  /**
   * Other personal values, such as the reason that was entered. They are stored with the member's name. `network`,
   * `browser`, the reason for a lock (`because`), and a requested address are kept for ninety days. Requires
   * `memberId`.
   */
  personal?: AuditValues
}

/**
 * Throws if the member's account was locked, its role changed, or the session ended after the request was accepted. A
 * lock, role change, or new password waits until this transaction ends.
 */
export async function assertActive(tx: Executor, by: Actor): Promise<void> {
  if (by.kind === 'member' && !(await isActive(tx, by)))
    throw new AppError('forbidden', 'Your account was just changed. Please log in again.')
}

/**
 * Records an event in the transaction that it describes, so that it is logged only if the transaction commits. Every
 * use of a permission records an event, so an actor who has lost the permission in the meantime is rejected here.
 */
export async function recordEvent(tx: Transaction, event: AuditEvent): Promise<void> {
  await assertActive(tx, event.by)
  await recordRefusal(tx, event)
}

/** Like `recordEvent`, for a refused action, whose actor might be locked by now. */
export async function recordRefusal(tx: Transaction, event: AuditEvent): Promise<void> {
  const { at, kind, by, memberId, subject, before, after, personal = {} } = event
  if (memberId === undefined && Object.keys(personal).length > 0)
    throw new Error(`The audit event ${kind} has personal values of nobody`)
  const actorMemberId = by.kind === 'member' ? by.memberId : undefined
  const eventId = await insertEvent(tx, {
    at,
    kind,
    actor: by.kind,
    actorMemberId,
    actorName: by.kind === 'command_line' ? by.name : undefined,
    memberId,
    subjectId: subject?.id,
    subjectName: subject?.name,
    before,
    after,
  })
  const memberIds = [memberId, actorMemberId].filter((id) => id !== undefined)
  if (memberIds.length > 0) await insertPersonalValues(tx, { eventId, memberIds, about: memberId, details: personal })
}

/** Records the same event for each of these members, in two statements. */
export async function recordEventForMembers(
  tx: Transaction,
  { memberIds, personal = {}, ...event }: Omit<AuditEvent, 'memberId'> & { memberIds: string[] },
): Promise<void> {
  if (memberIds.length === 0) return
  await assertActive(tx, event.by)
  const { at, kind, by, subject, before, after } = event
  const eventIds = await insertEvents(
    tx,
    {
      at,
      kind,
      actor: by.kind,
      actorMemberId: by.kind === 'member' ? by.memberId : undefined,
      actorName: by.kind === 'command_line' ? by.name : undefined,
      subjectId: subject?.id,
      subjectName: subject?.name,
      before,
      after,
    },
    memberIds,
  )
  await insertPersonalValuesForEvents(tx, eventIds, personal)
}

/** Whether the log has such an event about a member. */
export async function wasRecorded(
  db: Executor,
  { kind, memberId }: { kind: EventKind; memberId: string },
): Promise<boolean> {
  return hasEvent(db, { kind, memberId })
}

/** Whether the log records that this staff member did this to the subject. */
export async function wasDoneBy(
  db: Executor,
  { kind, memberId, subjectId }: { kind: EventKind; memberId: string; subjectId: string },
): Promise<boolean> {
  return hasAction(db, { kind, actorMemberId: memberId, subjectId })
}

/** Counts a wrong password. `memberId` is undefined if the login is unknown; that login is not stored. */
export async function countFailedLogin(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: string | undefined,
): Promise<void> {
  await addFailedLogins(db, { hour: startOfHour(now()), memberId: memberId ?? null, failures: 1, refused: 0 })
}

/**
 * Counts a login that was refused without checking the password, because there were too many attempts. Otherwise, a
 * flood of logins would look like a few wrong passwords.
 */
export async function countRefusedLogin(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: string | undefined,
): Promise<void> {
  await addFailedLogins(db, { hour: startOfHour(now()), memberId: memberId ?? null, failures: 0, refused: 1 })
}

/**
 * Used when a member is erased. Keeps the events but removes everything that identifies the member, and deletes the
 * member's counts of failed logins.
 */
export async function erasePersonalValues(tx: Transaction, memberId: string): Promise<void> {
  await deletePersonalValues(tx, memberId)
  await deleteFailedLoginsFor(tx, memberId)
}

/** Deletes old counts. The nightly job `cleanUpFailedLogins` runs it. */
export async function deleteOldFailedLogins({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteFailedLoginsBefore(db, new Date(now().getTime() - LOGIN_ORIGIN_RETENTION_MS))
}

/** Deletes old origins of logins. The nightly job `cleanUpLoginOrigins` runs it. */
export async function deleteOldLoginOrigins({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteLoginOriginsBefore(db, new Date(now().getTime() - LOGIN_ORIGIN_RETENTION_MS))
}

/** Returns the newest entries first, including counted failed logins, and whether there are older ones. */
export async function readLog(db: Executor, filter: Filter): Promise<{ entries: AuditEntry[]; isMore: boolean }> {
  const oneMore = { ...filter, limit: filter.limit + 1 }
  const events = await listEvents(db, oneMore)
  const failures = includesFailedLogins(filter.kind) ? await listFailedLogins(db, oneMore) : []
  const entries = [...events.map(toEntry), ...failures.map(toFailedLoginEntry)].toSorted(
    (one, other) => other.at.getTime() - one.at.getTime(),
  )
  return { entries: entries.slice(0, filter.limit), isMore: entries.length > filter.limit }
}

export function toEntry({
  event,
  memberDetails,
  actorDetails,
}: Awaited<ReturnType<typeof listEvents>>[number]): AuditEntry {
  const { at, kind, actor, actorName, actorMemberId, memberId, subjectId, subjectName, before, after } = event
  return {
    at,
    kind,
    by: { kind: actor, name: actorName, member: toNamedMember(actorMemberId, actorDetails) },
    member: toNamedMember(memberId, memberDetails),
    subject: subjectId === null && subjectName === null ? null : { id: subjectId, name: subjectName },
    before,
    after,
  }
}

export function toFailedLoginEntry(counter: Awaited<ReturnType<typeof listFailedLogins>>[number]): AuditEntry {
  const { hour, failures, refused, memberId, username, email } = counter
  return {
    at: hour,
    kind: FAILED_LOGINS,
    by: { kind: 'visitor', name: null, member: null },
    member: toNamedMember(memberId, { username, email }),
    subject: memberId === null ? { id: null, name: 'unknown usernames' } : null,
    before: null,
    after: { 'failed attempts': failures, ...(refused > 0 && { 'blocked by the rate limit': refused }) },
  }
}

function toNamedMember(id: string | null, details: AuditValues | null): AuditEntry['member'] {
  return id === null ? null : { id, details }
}
