import { and, eq, gt, inArray, isNull, lt, notExists, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open-database.ts'
import { contests } from '#db/tables/contests.ts'
import { posts, threads } from '#db/tables/discussions.ts'
import { grants } from '#db/tables/grants.ts'
import { lectureOpenings } from '#db/tables/lecture-openings.ts'
import { accountTokens, members } from '#db/tables/members.ts'
import { providerCustomers, purchases } from '#db/tables/sales.ts'
import {
  certificates,
  examAttempts,
  examPapers,
  lectureCompletions,
  playbackPositions,
  evaluations,
  notes,
} from '#db/tables/study.ts'

/** Every column that references a member and whose row must not be deleted. A test checks that none is missing. */
export const MEMBER_REFERENCES = [
  purchases.memberId,
  providerCustomers.memberId,
  grants.memberId,
  lectureCompletions.memberId,
  lectureOpenings.memberId,
  playbackPositions.memberId,
  notes.memberId,
  examAttempts.memberId,
  examPapers.memberId,
  evaluations.memberId,
  certificates.memberId,
  contests.memberId,
  contests.answeredBy,
  threads.memberId,
  posts.memberId,
  posts.hiddenBy,
] as const

/**
 * Deletes accounts that were created before this time and whose email address is still unverified. Returns how many.
 * Keeps staff, invited staff, locked accounts, members with purchases, grants, or progress, and members with a link
 * that is still valid.
 */
export async function deleteUnverified(
  db: Executor,
  { before, now, many }: { before: Date; now: Date; many: number },
): Promise<number> {
  const hasNone = (memberId: PgColumn, condition?: SQL) =>
    notExists(
      db
        .select({ memberId })
        .from(memberId.table)
        .where(and(eq(memberId, members.id), condition)),
    )
  const choice = db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        isNull(members.emailVerifiedAt),
        eq(members.role, 'learner'),
        isNull(members.invitedRole),
        lt(members.createdAt, before),
        isNull(members.lockedAt),
        isNull(members.erasedAt),
        hasNone(accountTokens.memberId, gt(accountTokens.expiresAt, now)),
        ...MEMBER_REFERENCES.map((memberId) => hasNone(memberId)),
      ),
    )
    .limit(many)
    // Skips accounts that are being verified right now.
    .for('update', { skipLocked: true })
  // This is materialized, because otherwise, PostgreSQL may evaluate the subquery again for each row, and delete fewer
  // rows.
  const going = db.$with('going').as(choice)
  const gone = await db
    .with(going)
    .delete(members)
    .where(inArray(members.id, db.select({ id: going.id }).from(going)))
    .returning({ id: members.id })
  return gone.length
}
