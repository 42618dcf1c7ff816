import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { idInStatement, type MemberRows } from '#db/member-rows.ts'
import type { Executor, Transaction } from '#db/open.ts'
import { members } from '#db/tables/members.ts'
import { noticeChoices, notices } from '#db/tables/notices.ts'
import type { NoticeKind } from './notices.rules.ts'

export async function listLeft(db: Executor, memberId: string): Promise<string[]> {
  const rows = await db
    .select({ kind: noticeChoices.kind })
    .from(noticeChoices)
    .where(eq(noticeChoices.memberId, memberId))
  return rows.map(({ kind }) => kind)
}

/** A condition: this member, a column of the statement at hand, has left this kind. */
export function hasLeft(memberId: SQL, kind: NoticeKind): SQL {
  return sql`exists (select from ${noticeChoices} where ${noticeChoices.memberId} = ${memberId} and ${noticeChoices.kind} = ${kind})`
}

type Choice = { memberId: string; kind: NoticeKind }

/** Left twice, it is left since the first time. */
export async function leave(db: Executor, { memberId, kind, now }: Choice & { now: Date }): Promise<void> {
  await db.insert(noticeChoices).values({ memberId, kind, chosenAt: now }).onConflictDoNothing()
}

export async function takeAgain(db: Executor, { memberId, kind }: Choice): Promise<void> {
  await db.delete(noticeChoices).where(and(eq(noticeChoices.memberId, memberId), eq(noticeChoices.kind, kind)))
}

/** Whether there is this member, until the end of the transaction. */
export async function holdMember(tx: Transaction, memberId: string): Promise<boolean> {
  const found = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.erasedAt)))
    .for('key share')
  return found.length > 0
}

/** What a member was told, and which mails he chose. */
export function noticesOfMember(memberId: string): MemberRows[] {
  const id = idInStatement(memberId)
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
export async function eraseNotices(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(notices).where(eq(notices.memberId, memberId))
  await tx.delete(noticeChoices).where(eq(noticeChoices.memberId, memberId))
}
