import { aliasedTable, and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Transaction } from '#db/open-database.ts'
import { billingDetails, invoices } from '#db/tables/invoices.ts'
import { purchases } from '#db/tables/sales.ts'
import { isNumberShown } from './shown-numbers.queries.ts'

/** Selects a member's invoices with their content, and the member's billing details, for the data export. */
export function invoicesOfMember(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'invoices',
      rows: sql`select i.kind, i.is_test, case when ${isNumberShown(aliasedTable(invoices, 'i'))} then i.number end as number, b.order_number, i.issued_at, i.issued_on, i.net_cents, i.tax_cents, i.content
        from invoices i join purchases b on b.id = i.purchase_id where b.member_id = ${id} order by i.issued_at, i.number`,
    },
    {
      name: 'billing_details',
      rows: sql`select company, address, tax_number, updated_at from billing_details where member_id = ${id}`,
    },
  ]
}

/**
 * Used when a member is erased. Keeps the numbers, dates, and amounts of invoices. `sealInvoices` has already encrypted
 * everything else. Call this after the account is emptied, because the database protects issued invoices until then.
 */
export async function eraseInvoices(tx: Transaction, memberId: string): Promise<void> {
  const ofMember = tx.select({ id: purchases.id }).from(purchases).where(eq(purchases.memberId, memberId))
  await tx
    .update(invoices)
    .set({ content: null })
    .where(and(inArray(invoices.purchaseId, ofMember), isNotNull(invoices.content)))
  await tx.delete(billingDetails).where(eq(billingDetails.memberId, memberId))
}
