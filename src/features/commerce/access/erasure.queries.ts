import { eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Transaction } from '#db/open-database.ts'
import { grants } from '#db/tables/grants.ts'

/** Selects a member's grants with their reasons, for the data export. */
export function grantsOfMember(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'grants',
      rows: sql`select p.slug as product, g.reason, g.created_at, g.revoked_at from grants g join products p on p.id = g.product_id
        where g.member_id = ${id} order by g.created_at`,
    },
  ]
}

/** Used when a member is erased. Removes the reasons of grants, which are free text about the member. */
export async function eraseGrantReasons(tx: Transaction, memberId: string): Promise<void> {
  await tx.update(grants).set({ reason: '' }).where(eq(grants.memberId, memberId))
}
