import { and, eq, gt, inArray, isNull, lt, notExists, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open-database.ts'
import { contests } from '#db/tables/contests.ts'
import { posts, threads } from '#db/tables/discussions.ts'
import { grants } from '#db/tables/grants.ts'
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

/** Everything that names a member and does not go with the account. A test looks for others. */
export const MEMBER_REFERENCES = [
  purchases.memberId,
  providerCustomers.memberId,
  grants.memberId,
  lectureCompletions.memberId,
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
 * Deletes accounts from before that time whose address was never verified, and returns how many. Staff stay, who has bought, learned or
 * been given anything, who is locked, and who can still use a link of now.
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
        lt(members.createdAt, before),
        isNull(members.lockedAt),
        isNull(members.erasedAt),
        hasNone(accountTokens.memberId, gt(accountTokens.expiresAt, now)),
        ...MEMBER_REFERENCES.map((memberId) => hasNone(memberId)),
      ),
    )
    .limit(many)
    // One that is being verified at this moment stays.
    .for('update', { skipLocked: true })
  // Chosen once: as a mere part of the condition PostgreSQL may choose anew for each row, and end with fewer.
  const going = db.$with('going').as(choice)
  const gone = await db
    .with(going)
    .delete(members)
    .where(inArray(members.id, db.select({ id: going.id }).from(going)))
    .returning({ id: members.id })
  return gone.length
}
