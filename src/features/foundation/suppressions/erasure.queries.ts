import { eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Transaction } from '#db/open-database.ts'
import { emailSuppressions } from '#db/tables/mails.ts'

/** Selects why a member gets no optional emails, for the data export. */
export function selectMemberSuppressions(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'email_suppressions',
      rows: sql`select reason, address, answer, at from email_suppressions where member_id = ${id} order by reason`,
    },
  ]
}

export async function eraseSuppressions(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(emailSuppressions).where(eq(emailSuppressions.memberId, memberId))
}
