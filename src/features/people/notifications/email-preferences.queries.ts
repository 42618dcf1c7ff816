import { and, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { members } from '#db/tables/members.ts'
import { noticeChoices, notices } from '#db/tables/notices.ts'
import type { Delivery, EmailKind } from './notifications.rules.ts'

export async function listDeliveryChoices(db: Executor, memberId: string): Promise<Map<string, Delivery>> {
  const rows = await db
    .select({ kind: noticeChoices.kind, delivery: noticeChoices.delivery })
    .from(noticeChoices)
    .where(eq(noticeChoices.memberId, memberId))
  return new Map(rows.map(({ kind, delivery }) => [kind, delivery]))
}

/** Returns an SQL condition: the member in this column has unsubscribed from this kind of email. */
export function hasUnsubscribed(memberId: SQL, kind: EmailKind): SQL {
  return sql`exists (select from ${noticeChoices} where ${noticeChoices.memberId} = ${memberId} and ${noticeChoices.kind} = ${kind} and ${noticeChoices.delivery} = 'never')`
}

type Choice = { memberId: string; kind: EmailKind }

/**
 * Stores a setting. Choosing the same setting again keeps the time of the first choice. Pending notifications follow
 * the new setting, except those that are being sent.
 */
export async function saveChoice(
  db: Executor,
  { memberId, kind, delivery, now }: Choice & { delivery: Delivery; now: Date },
): Promise<void> {
  await db
    .insert(noticeChoices)
    .values({ memberId, kind, delivery, chosenAt: now })
    .onConflictDoUpdate({
      target: [noticeChoices.memberId, noticeChoices.kind],
      set: { delivery, chosenAt: now },
      setWhere: ne(noticeChoices.delivery, delivery),
    })
  const isWaiting = and(isNotNull(notices.toMail), isNull(notices.mailedBy))
  await db
    .update(notices)
    .set({ toMail: delivery === 'never' ? null : delivery })
    .where(and(eq(notices.memberId, memberId), eq(notices.kind, kind), isWaiting))
}

export async function resubscribe(db: Executor, { memberId, kind }: Choice): Promise<void> {
  await db.delete(noticeChoices).where(and(eq(noticeChoices.memberId, memberId), eq(noticeChoices.kind, kind)))
}

export async function lockMemberRow(tx: Transaction, memberId: string): Promise<boolean> {
  const found = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.erasedAt)))
    .for('key share')
  return found.length > 0
}
