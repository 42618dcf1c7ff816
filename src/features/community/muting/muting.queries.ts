import { eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { members } from '#db/tables/members.ts'
import { mutes } from '#db/tables/moderation.ts'

/** When the member joined, and their last mute, which may have ended. */
export async function findPostingStatus(db: Executor, memberId: string) {
  const [found] = await db
    .select({ madeAt: members.createdAt, mute: { until: mutes.until, reason: mutes.reason } })
    .from(members)
    .leftJoin(mutes, eq(mutes.memberId, members.id))
    .where(eq(members.id, memberId))
  return found
}

export async function findMute(db: Executor, memberId: string) {
  const [found] = await db
    .select({ until: mutes.until, reason: mutes.reason })
    .from(mutes)
    .where(eq(mutes.memberId, memberId))
  return found
}

type Mute = { memberId: string; until: Date; reason: string; mutedAt: Date }

/** Replaces an earlier mute. */
export async function setMute(tx: Transaction, { memberId, ...mute }: Mute): Promise<void> {
  await tx
    .insert(mutes)
    .values({ memberId, ...mute })
    .onConflictDoUpdate({ target: mutes.memberId, set: mute })
}

/** False if the member is not muted. */
export async function deleteMute(tx: Transaction, memberId: string, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`delete from ${mutes} where member_id = ${memberId} returning until > ${now.toISOString()}::timestamptz as held`,
  )
  return rows[0]?.held ?? false
}

/** The mutes in a member's data export. */
export function selectMemberMutes(memberId: string): MemberRows[] {
  return [
    {
      name: 'mutes',
      rows: sql`select until, reason, muted_at from mutes where member_id = ${formatIdLiteral(memberId)}`,
    },
  ]
}

/** Deletes an erased member's mutes. */
export async function eraseMutes(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(mutes).where(eq(mutes.memberId, memberId))
}
