import { eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Transaction } from '#db/open-database.ts'
import { noticeChoices, notices } from '#db/tables/notices.ts'

/** Selects a member's notifications and email settings, for the data export. */
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

/** Used when a member is erased. Deletes the member's notifications and settings. */
export async function eraseNotifications(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(notices).where(eq(notices.memberId, memberId))
  await tx.delete(noticeChoices).where(eq(noticeChoices.memberId, memberId))
}
