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

/** Whoever did it. The command line is named by the user of the operating system who typed. */
export type Actor =
  /** With the role in which they acted, where they acted as staff. */
  | { kind: 'member'; memberId: string; role?: Role }
  | { kind: 'command_line'; name: string }
  | { kind: 'visitor' | 'provider' | 'academy' }

export type AuditEvent = {
  at: Date
  kind: EventKind
  by: Actor
  /** The member that it is about: his username and e-mail address of now are kept, where erasing him finds them. */
  memberId?: string
  /** What it is about beside the member, as it is called now. Nothing personal. */
  subject?: { id: string; name?: string }
  /** What was and what is, by words that an operator reads (`{ state: 'paid' }`). Nothing personal, no free words. */
  before?: AuditValues
  after?: AuditValues
  /**
   * Everything else that is personal, such as a reason that somebody typed: kept with the member's name. `network` and `browser`, from
   * where and with what he came, `because` of a lock and the address that he only asked for are kept for ninety days. Needs `memberId`.
   */
  personal?: AuditValues
}

/**
 * Refuses a member whose account was locked or given another role after their request was let in. A lock or a change of role waits until
 * this transaction ends.
 */
export async function assertActive(tx: Executor, by: Actor): Promise<void> {
  if (by.kind === 'member' && !(await isActive(tx, by)))
    throw new AppError('forbidden', 'Your account is not allowed to do this.')
}

/**
 * Writes an event in the transaction that it tells of: it is in the log exactly when that commits. Every permission is used with an event, so
 * that whoever lost it meanwhile is refused here.
 */
export async function recordEvent(tx: Transaction, event: AuditEvent): Promise<void> {
  await assertActive(tx, event.by)
  await recordRefusal(tx, event)
}

/** The same of what was refused, perhaps since whoever tried it is locked by now. */
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

/** Writes an event about each of these members, alike but for whom they are about; in two statements. */
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

/** Whether the log says that this member of staff did this to the subject. */
export async function wasDoneBy(
  db: Executor,
  { kind, memberId, subjectId }: { kind: EventKind; memberId: string; subjectId: string },
): Promise<boolean> {
  return hasAction(db, { kind, actorMemberId: memberId, subjectId })
}

/** Counts a wrong password. `memberId` undefined: nobody has the name that was typed, which is not kept. */
export async function countFailedLogin(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: string | undefined,
): Promise<void> {
  await addFailedLogins(db, { hour: startOfHour(now()), memberId: memberId ?? null, failures: 1, refused: 0 })
}

/**
 * Counts a login that was refused without a look at its password, because there had been too many. Without these counts a flood
 * would look like a few wrong passwords.
 */
export async function countRefusedLogin(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: string | undefined,
): Promise<void> {
  await addFailedLogins(db, { hour: startOfHour(now()), memberId: memberId ?? null, failures: 0, refused: 1 })
}

/** A part of erasing a member: the events stay, and nothing in them tells who he was; his failed logins are not counted any more. */
export async function erasePersonalValues(tx: Transaction, memberId: string): Promise<void> {
  await deletePersonalValues(tx, memberId)
  await deleteFailedLoginsFor(tx, memberId)
}

/** The job of each night: failed logins that are older than ninety days. */
export async function deleteOldFailedLogins({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteFailedLoginsBefore(db, new Date(now().getTime() - LOGIN_ORIGIN_RETENTION_MS))
}

/** The job of each night: what the log says of members for ninety days alone. */
export async function deleteOldLoginOrigins({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteLoginOriginsBefore(db, new Date(now().getTime() - LOGIN_ORIGIN_RETENTION_MS))
}

/** The newest entries first, counted failed logins among them, and whether there are older ones. */
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
    subject: memberId === null ? { id: null, name: 'names that nobody has' } : null,
    before: null,
    after: { 'in the hour': failures, ...(refused > 0 && { 'further ones, refused unseen': refused }) },
  }
}

function toNamedMember(id: string | null, details: AuditValues | null): AuditEntry['member'] {
  return id === null ? null : { id, details }
}
