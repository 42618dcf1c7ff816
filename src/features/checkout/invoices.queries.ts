import { and, eq, sql, sum } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { invoiceCounters, invoices } from '#db/tables/invoices.ts'

type Kind = (typeof invoices.$inferSelect)['kind']

type NewInvoice = Pick<
  typeof invoices.$inferSelect,
  'kind' | 'isTest' | 'purchaseId' | 'issuedAt' | 'issuedOn' | 'netCents' | 'taxCents'
>

/**
 * Takes the next number of its series and keeps the row, in one statement. Others wait for this transaction from here on,
 * so it comes last; where it is rolled back the number is free again.
 */
export async function insertInvoice(tx: Executor, row: NewInvoice): Promise<void> {
  const { kind, isTest, purchaseId, issuedAt, issuedOn, netCents, taxCents } = row
  await tx.execute(sql`
    with taken as (
      insert into ${invoiceCounters} (kind, is_test, last) values (${kind}, ${isTest}, 1)
      on conflict (kind, is_test) do update set last = ${invoiceCounters.last} + 1
      returning kind, is_test, last
    )
    insert into ${invoices} (kind, is_test, number, purchase_id, issued_at, issued_on, net_cents, tax_cents)
    select kind, is_test, last, ${purchaseId}::uuid, ${issuedAt.toISOString()}::timestamptz, ${issuedOn}::date,
      ${netCents}::integer, ${taxCents}::integer
    from taken`)
}

export type Issued = { kind: Kind; isTest: boolean; cents: number }

/** What stands in the books of a purchase: its invoice, and its credit notes as one sum. */
export async function issuedFor(tx: Executor, purchaseId: string): Promise<Issued[]> {
  const rows = await tx
    .select({
      kind: invoices.kind,
      isTest: invoices.isTest,
      cents: sum(sql`${invoices.netCents} + ${invoices.taxCents}`).mapWith(Number),
    })
    .from(invoices)
    .where(and(eq(invoices.purchaseId, purchaseId)))
    .groupBy(invoices.kind, invoices.isTest)
  return rows.map(({ cents, ...row }) => ({ ...row, cents: cents ?? 0 }))
}
