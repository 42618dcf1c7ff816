import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { posts, threads } from '#db/tables/discussions.ts'
import { members } from '#db/tables/members.ts'
import { mutes, postReports } from '#db/tables/moderation.ts'
import type { ReportCursor } from './moderation.rules.ts'

/** Returns the stored reason, which differs if the member had already reported the post. */
export async function insertReport(tx: Transaction, report: typeof postReports.$inferInsert) {
  const inserted = await tx.insert(postReports).values(report).onConflictDoNothing().returning({ id: postReports.id })
  if (inserted.length > 0) return { isNew: true, reason: report.reason }
  const [earlier] = await tx
    .select({ reason: postReports.reason })
    .from(postReports)
    .where(and(eq(postReports.postId, report.postId), eq(postReports.memberId, report.memberId)))
  return { isNew: false, reason: earlier?.reason }
}

/** The maximum number of reports shown per post, which is enough for moderators to decide. */
const MAX_REPORTS_READ = 50

type ReportSummary = { reason: string; reportedAt: string; outcome: 'hidden' | 'dismissed' | null }
export type ReportFilter = {
  state: 'waiting' | 'decided'
  /** Selects the page that follows this post. */
  after: ReportCursor | undefined
  limit: number
}

const toSqlCursor = ({ at, id }: ReportCursor) => sql`(${at.toISOString()}::timestamptz, ${id}::uuid)`

function selectWaiting(db: Executor, after: ReportCursor | undefined) {
  // Rounded to the precision of the cursor.
  const at = sql`date_trunc('milliseconds', min(${postReports.reportedAt}))`
  return db
    .select({ postId: postReports.postId, at: at.mapWith(postReports.reportedAt).as('at') })
    .from(postReports)
    .where(isNull(postReports.decidedAt))
    .groupBy(postReports.postId)
    .having(after && sql`(${at}, ${postReports.postId}) > ${toSqlCursor(after)}`)
}

/** Selects each post's last decided report in index order, because there are too many to collect them all. */
function selectDecided(db: Executor, { after, limit }: Pick<ReportFilter, 'after' | 'limit'>) {
  const { id, postId, decidedAt } = postReports
  const order = sql`(${decidedAt}, ${postId})`
  return db
    .select({ postId, at: sql`${decidedAt}`.mapWith(postReports.reportedAt).as('at') })
    .from(postReports)
    .where(
      and(
        isNotNull(decidedAt),
        after && sql`${order} < ${toSqlCursor(after)}`,
        sql`not exists (select from post_reports o where o.post_id = ${postId}
          and (o.decided_at is null or (o.decided_at, o.id) > (${decidedAt}, ${id})))`,
      ),
    )
    .orderBy(desc(decidedAt), desc(postId))
    .limit(limit)
}

/** The number of posts with open reports. */
const waitingPosts = sql`(select count(distinct w.post_id) from ${postReports} w where w.decided_at is null)`

/**
 * Posts with their reports, in one query: those with open reports, longest waiting first, or those without, most
 * recently decided first.
 */
export function listReported(db: Executor, { state, after, limit }: ReportFilter) {
  const [reported, ordered] =
    state === 'waiting'
      ? [selectWaiting(db, after).as('reported'), asc]
      : [selectDecided(db, { after, limit }).as('reported'), desc]
  return db
    .select({
      id: posts.id,
      at: reported.at,
      threadId: posts.threadId,
      number: posts.number,
      writtenAt: posts.writtenAt,
      courseSlug: products.slug,
      courseTitle: products.title,
      title: threads.title,
      words: posts.words,
      deletedAt: posts.deletedAt,
      hiddenAt: posts.hiddenAt,
      hiddenReason: posts.hiddenReason,
      phiConfirmedAt: posts.phiConfirmedAt,
      editedAt: posts.editedAt,
      author: {
        id: members.id,
        username: members.username,
        firstName: members.firstName,
        lastName: members.lastName,
        erasedAt: members.erasedAt,
        role: members.role,
        staffRole: members.staffRole,
        mutedUntil: mutes.until,
      },
      reports: sql<
        ReportSummary[]
      >`(select jsonb_agg(jsonb_build_object('reason', r.reason, 'reportedAt', r.reported_at, 'outcome', r.outcome) order by r.decided_at is not null, r.reported_at)
        from (select * from ${postReports} s where s.post_id = ${posts.id} order by s.decided_at is not null, s.reported_at limit ${MAX_REPORTS_READ}) r)`,
      waiting: sql<number>`${waitingPosts}`.mapWith(Number),
      reported: sql<number>`(select count(*) from ${postReports} r where r.post_id = ${posts.id})`.mapWith(Number),
    })
    .from(reported)
    .innerJoin(posts, eq(posts.id, reported.postId))
    .innerJoin(threads, eq(threads.id, posts.threadId))
    .innerJoin(products, eq(products.id, threads.courseId))
    .innerJoin(members, eq(members.id, posts.memberId))
    .leftJoin(mutes, eq(mutes.memberId, members.id))
    .orderBy(ordered(reported.at), ordered(reported.postId))
    .limit(limit)
}

/** Decides open reports. Returns how many there were. */
export async function decideReports(
  tx: Transaction,
  postId: string,
  decided: { outcome: 'hidden' | 'dismissed'; decidedAt: Date },
): Promise<number> {
  const done = await tx
    .update(postReports)
    .set(decided)
    .where(and(eq(postReports.postId, postId), isNull(postReports.decidedAt)))
    .returning({ id: postReports.id })
  return done.length
}

export async function countReported(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ many: string }>(sql`select ${waitingPosts} as many`)
  return Number(rows[0]?.many ?? 0)
}

/** The reports in a member's data export. */
export function selectMemberReports(memberId: string): MemberRows[] {
  return [
    {
      name: 'post_reports',
      rows: sql`select post_id as post, reason, reported_at, outcome, decided_at from post_reports
        where member_id = ${formatIdLiteral(memberId)} order by reported_at`,
    },
  ]
}

/** Deletes an erased member's reports. */
export async function eraseReports(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(postReports).where(eq(postReports.memberId, memberId))
}
