import { and, eq } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { providerCustomers } from '#db/tables/sales.ts'

type CustomerKey = Pick<typeof providerCustomers.$inferSelect, 'memberId' | 'isLive'>

export async function findCustomer(db: Executor, { memberId, isLive }: CustomerKey): Promise<string | undefined> {
  const [row] = await db
    .select({ id: providerCustomers.customerId })
    .from(providerCustomers)
    .where(and(eq(providerCustomers.memberId, memberId), eq(providerCustomers.isLive, isLive)))
  return row?.id
}

/**
 * Stores a customer for a member who has none, or whose only customer must be replaced (`insteadOf`). Returns the
 * customer that is stored afterward.
 */
export async function saveCustomer(
  db: Executor,
  { insteadOf, ...customer }: typeof providerCustomers.$inferInsert & { insteadOf: string | undefined },
): Promise<string> {
  const { memberId, isLive, customerId, createdAt } = customer
  // No conflict target is given, because concurrent inserts may violate either of the unique indexes first.
  await db.insert(providerCustomers).values(customer).onConflictDoNothing()
  if (insteadOf !== undefined) {
    const isReplaced = and(
      eq(providerCustomers.memberId, memberId),
      eq(providerCustomers.isLive, isLive),
      eq(providerCustomers.customerId, insteadOf),
    )
    await db.update(providerCustomers).set({ customerId, createdAt }).where(isReplaced)
  }
  const saved = await findCustomer(db, customer)
  if (saved === undefined) throw new Error('a customer was forgotten at this very moment')
  return saved
}

export async function deleteCustomer(db: Executor, customerId: string): Promise<void> {
  await db.delete(providerCustomers).where(eq(providerCustomers.customerId, customerId))
}
