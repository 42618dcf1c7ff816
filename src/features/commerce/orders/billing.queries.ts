import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { billingDetails, invoices } from '#db/tables/invoices.ts'
import { purchases } from '#db/tables/sales.ts'
import type { BillingDetails } from './billing.rules.ts'

export async function findBillingDetails(db: Executor, memberId: string): Promise<BillingDetails | undefined> {
  const { company, address, taxNumber } = billingDetails
  const [details] = await db
    .select({ company, address, taxNumber })
    .from(billingDetails)
    .where(eq(billingDetails.memberId, memberId))
  return details
}

export async function upsertBillingDetails(db: Executor, row: typeof billingDetails.$inferInsert): Promise<void> {
  await db.insert(billingDetails).values(row).onConflictDoUpdate({ target: billingDetails.memberId, set: row })
}

/** Selects a member's issued invoices that have no billing details. */
function selectInvoicesWithoutBilling(db: Executor, memberId: string) {
  const buyer = sql`${invoices.content} -> 'buyer'`
  return and(
    eq(invoices.kind, 'invoice'),
    inArray(
      invoices.purchaseId,
      db.select({ id: purchases.id }).from(purchases).where(eq(purchases.memberId, memberId)),
    ),
    sql`concat(${buyer} ->> 'company', ${buyer} ->> 'address', ${buyer} ->> 'taxNumber') = ''`,
    sql`${invoices.content} is not null`,
  )
}

export async function countInvoicesWithoutBilling(db: Executor, memberId: string): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(invoices).where(selectInvoicesWithoutBilling(db, memberId))
  return row?.rows ?? 0
}

export async function addBillingToInvoices(
  db: Executor,
  memberId: string,
  { details, remark }: { details: BillingDetails; remark: string },
): Promise<void> {
  const { content } = invoices
  await db
    .update(invoices)
    .set({
      content: sql`${content}
        || jsonb_build_object('buyer', (${content} -> 'buyer') || ${JSON.stringify(details)}::jsonb)
        || jsonb_build_object('remarks', (${content} -> 'remarks') || to_jsonb(${remark}::text))`,
    })
    .where(selectInvoicesWithoutBilling(db, memberId))
}
