import { sql } from 'drizzle-orm'
import { idInStatement, type MemberRows } from '#db/member-rows.ts'

/** Under which names the card provider knows a member. */
export function customersOfMember(memberId: string): MemberRows[] {
  const id = idInStatement(memberId)
  return [
    {
      name: 'provider_customers',
      rows: sql`select customer_id, is_live, created_at from provider_customers where member_id = ${id}`,
    },
  ]
}
