import { and, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { members } from '#db/tables/members.ts'
import { noticeChoices, notices } from '#db/tables/notices.ts'
import type { Delivery, EmailKind } from './notifications.rules.ts'

/** What a member has chosen, by kind. */
export async function listDeliveryChoices(db: Executor, memberId: string): Promise<Map<string, Delivery>> {
  const rows = await db
    .select({ kind: noticeChoices.kind, delivery: noticeChoices.delivery })
    .from(noticeChoices)
    .where(eq(noticeChoices.memberId, memberId))
  return new Map(rows.map(({ kind, delivery }) => [kind, delivery]))
}

/** A condition: this member, a column of the statement at hand, has left this kind. */
export function hasUnsubscribed(memberId: SQL, kind: EmailKind): SQL {
  return sql`exists (select from ${noticeChoices} where ${noticeChoices.memberId} = ${memberId} and ${noticeChoices.kind} = ${kind} and ${noticeChoices.delivery} = 'never')`
}

type Choice = { memberId: string; kind: EmailKind }

/** Chosen twice, it is so since the first time. What waits to be mailed follows, but for what is on its way. */
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

/** Whether there is this member, until the end of the transaction. */
export async function lockMemberRow(tx: Transaction, memberId: string): Promise<boolean> {
  const found = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.erasedAt)))
    .for('key share')
  return found.length > 0
}

/** What a member was told, and which mails he chose. */
export function selectMemberNotifications(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'notice_choices',
      rows: sql`select kind, delivery, off_since as chosen_at from notice_choices where member_id = ${id} order by kind`,
    },
    {
      name: 'notices',
      rows: sql`select kind, words, address, told_at, read_at, to_mail from notices where member_id = ${id} order by told_at, id`,
    },
  ]
}

/** A part of erasing a member. */
export async function eraseNotifications(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(notices).where(eq(notices.memberId, memberId))
  await tx.delete(noticeChoices).where(eq(noticeChoices.memberId, memberId))
}
