import { and, eq, gte, inArray, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { type Sort, sortBy } from '#db/sort.ts'
import { mails } from '#db/tables/mails.ts'
import type { EmailLogEntry } from './email-log.rules.ts'

export type EmailFilter = {
  memberId?: string | undefined
  /** Also finds emails to this address that belong to another member or to no member. */
  address?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** If true, lists only emails that were not sent and will not be retried. */
  isFailed?: boolean | undefined
  /** Continues after the email with this ID. */
  after?: string | undefined
  sort?: Sort | undefined
  limit: number
}

/**
 * Lists emails. The ones that were tried most recently come first, unless `sort` is given. The total `count` is
 * optional and covers all pages. `hasJobs` says whether the jobs table exists, which shows what will be retried.
 */
export async function listEmails(
  db: Executor,
  filter: EmailFilter,
  { hasJobs, isCounted = false }: { hasJobs: boolean; isCounted?: boolean },
): Promise<{ mails: EmailLogEntry[]; count: number }> {
  const { order } = sortBy(filter.sort)
  const found = await db
    .select({
      email: emailColumns(hasJobs),
      count: isCounted ? db.$count(mails, matches(filter, hasJobs)) : sql<number>`0`,
    })
    .from(mails)
    .where(and(matches(filter, hasJobs), isBehind(filter)))
    .orderBy(sql`${mails.triedAt} ${order}, ${mails.id} ${order}`)
    .limit(filter.limit)
  return { mails: found.map(({ email }) => email), count: found[0]?.count ?? 0 }
}

function emailColumns(hasJobs: boolean) {
  return {
    id: mails.id,
    kind: mails.kind,
    memberId: mails.memberId,
    address: mails.address,
    subject: mails.subject,
    result: sql<
      EmailLogEntry['result']
    >`case when ${mails.result} = 'sent' or ${isRetrying(hasJobs)} then ${mails.result}::text else 'given up' end`,
    answer: mails.answer,
    tries: mails.tries,
    firstTriedAt: mails.firstTriedAt,
    triedAt: mails.triedAt,
    bouncedAt: mails.bouncedAt,
    complainedAt: mails.complainedAt,
  }
}

function matches(
  { memberId, address, since, until, isFailed = false }: EmailFilter,
  hasJobs: boolean,
): SQL | undefined {
  return and(
    or(
      memberId === undefined ? undefined : eq(mails.memberId, memberId),
      address === undefined ? undefined : eq(sql`lower(${mails.address})`, address.toLowerCase()),
    ),
    since && gte(mails.triedAt, since),
    until && lte(mails.triedAt, until),
    isFailed ? hasFailed(hasJobs) : undefined,
  )
}

function isBehind({ after, sort }: EmailFilter): SQL | undefined {
  if (after === undefined) return undefined
  return sql`(${mails.triedAt}, ${mails.id}) ${sortBy(sort).past} ((select last.tried_at from ${mails} last where last.id = ${after}::uuid), ${after}::uuid)`
}

function isRetrying(hasJobs: boolean): SQL {
  if (!hasJobs) return sql`false`
  return sql`exists (select from pgboss.job j where j.name = ${mails.kind} and j.state < 'completed' and (j.id = ${mails.id} or j.source_root_id = ${mails.id}))`
}

function hasFailed(hasJobs: boolean): SQL {
  return sql`${mails.result} <> 'sent' and not ${isRetrying(hasJobs)}`
}

export function countFailedEmails(db: Executor, since: Date, hasJobs: boolean): Promise<number> {
  return db.$count(mails, and(gte(mails.triedAt, since), hasFailed(hasJobs)))
}

/** Counts the emails to members that were tried since then, and those whose mailbox doesn't exist or is disabled. */
export async function countBounces(db: Executor, since: Date): Promise<{ all: number; bounced: number }> {
  const { rows } = await db.execute<{ all: number; bounced: number }>(sql`
    select count(*)::int as all, count(bounced_at)::int as bounced from ${mails}
    where tried_at >= ${since.toISOString()}::timestamptz and member_id is not null`)
  return rows[0] ?? { all: 0, bounced: 0 }
}

export async function hasSentEmail(db: Executor): Promise<boolean> {
  return (await db.select({ id: mails.id }).from(mails).where(eq(mails.result, 'sent')).limit(1)).length > 0
}

export async function deleteEmailsBefore(db: Executor, time: Date): Promise<void> {
  await db.delete(mails).where(lt(mails.triedAt, time))
}

/**
 * How many emails have failed since the last one was sent, since when, and the mail server's latest response
 * (`answer`). `isLate` means that no email was tried in the last hour.
 */
type EmailOutage = { failures: number; since: Date; answer: string | null; isLate: boolean }

/**
 * A rejected recipient or rejected content usually affects only one email. If this many different emails are rejected,
 * the problem is general.
 */
const MIN_FAILURES_FOR_OUTAGE = 3
const RECENT_INTERVAL = sql.raw(`interval '1 hour'`)

/**
 * Finds out how long no email has been sent. Judges by the emails of the last hour or, if there are none, by all emails
 * since the last success. Returns undefined if email seems to work.
 */
export async function findEmailOutage(
  db: Executor,
  { now, exceptKinds }: { now: Date; exceptKinds: readonly string[] },
): Promise<EmailOutage | undefined> {
  const others = notInArray(mails.kind, [...exceptKinds])
  const { rows } = await db.execute<EmailOutage & { isOfAll: boolean }>(sql`
    with sent as (select max(tried_at) as last from ${mails} where ${mails.result} = 'sent' and ${others})
    select is_late as "isLate", count(*)::int as failures, bool_or(answer !~ '[(](RCPT TO|DATA)[)]$') as "isOfAll",
      greatest(min(first_tried_at), max(sent.last)) as since, (array_agg(answer order by tried_at desc))[1] as answer
    from ${mails}, sent, (values (false), (true)) as which (is_late)
    where ${mails.result} <> 'sent' and ${others} and tried_at > coalesce(sent.last, '-infinity')
      and (is_late or tried_at > ${now.toISOString()}::timestamptz - ${RECENT_INTERVAL})
    group by is_late order by is_late`)
  const found = rows.find(({ isOfAll, failures }) => isOfAll || failures >= MIN_FAILURES_FOR_OUTAGE)
  return found && { ...found, since: new Date(found.since) }
}

/** Selects recent emails for the member's data export. */
export function selectMemberEmails(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'mails',
      rows: sql`select kind, address, subject, result, answer, tries, first_tried_at, tried_at, bounced_at, complained_at from mails
        where member_id = ${id} order by tried_at`,
    },
  ]
}

/**
 * Used when a member is erased. Deletes the emails to the member and to these lowercase addresses, which belong to no
 * one else.
 */
export async function eraseEmails(tx: Transaction, memberId: string, addresses: string[]): Promise<void> {
  await tx
    .delete(mails)
    .where(or(eq(mails.memberId, memberId), inArray(sql<string>`lower(${mails.address})`, addresses)))
}
