import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Executor } from '#db/open-database.ts'
import { members } from '#db/tables/members.ts'
import { providerCustomers } from '#db/tables/sales.ts'

/** Selects a member's IDs at the card provider, for the data export. */
export function customersOfMember(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'provider_customers',
      rows: sql`select customer_id, is_live, created_at, replaced_at from provider_customers where member_id = ${id}`,
    },
  ]
}

/** Lists erased members whose data the card provider still has in this mode (live or test). */
export async function listErasedMembersWithCustomer(db: Executor, isLive: boolean): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: providerCustomers.memberId })
    .from(providerCustomers)
    .innerJoin(members, eq(members.id, providerCustomers.memberId))
    .where(and(eq(providerCustomers.isLive, isLive), isNotNull(members.erasedAt)))
  return rows.map(({ id }) => id)
}
