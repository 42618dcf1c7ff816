import { eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Transaction } from '#db/open-database.ts'
import { messageRecipients, messages } from '#db/tables/messages.ts'

/** The messages that a member was sent, and those that they wrote as staff. */
export function selectMemberMessages(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'message_recipients',
      rows: sql`select g.subject, g.body, r.state, r.reason, r.at from message_recipients r join messages g on g.id = r.message_id
        where r.member_id = ${id} order by r.at`,
    },
    {
      name: 'messages',
      rows: sql`select subject, body, state, created_at, started_at from messages where sender_id = ${id} order by created_at`,
    },
  ]
}

/** Deletes messages to this member alone, with the text about them, and removes the member from all others. */
export async function eraseMessages(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(messages).where(eq(messages.memberId, memberId))
  await tx.delete(messageRecipients).where(eq(messageRecipients.memberId, memberId))
}
