import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Db, Executor } from '#db/open-database.ts'
import { providerCustomers } from '#db/tables/sales.ts'

type CustomerKey = Pick<typeof providerCustomers.$inferSelect, 'memberId' | 'isLive'>

/** Returns the customer in use. */
export async function findCustomer(db: Executor, key: CustomerKey): Promise<string | undefined> {
  const [row] = await db.select({ id: providerCustomers.customerId }).from(providerCustomers).where(isInUse(key))
  return row?.id
}

/** Returns all customers of a member in a mode, including replaced ones. */
export async function listCustomers(db: Executor, { memberId, isLive }: CustomerKey): Promise<string[]> {
  const rows = await db
    .select({ id: providerCustomers.customerId })
    .from(providerCustomers)
    .where(and(eq(providerCustomers.memberId, memberId), eq(providerCustomers.isLive, isLive)))
  return rows.map(({ id }) => id)
}

/**
 * Stores a customer for a member who has none, or whose only customer must be replaced (`insteadOf`). Returns the
 * customer that is stored afterward.
 */
export async function saveCustomer(
  db: Db,
  { insteadOf, ...customer }: typeof providerCustomers.$inferInsert & { insteadOf: string | undefined },
): Promise<string> {
  const { createdAt, customerId } = customer
  await db.transaction(async (tx) => {
    if (insteadOf !== undefined)
      await tx
        .update(providerCustomers)
        .set({ replacedAt: createdAt })
        .where(
          and(
            isInUse(customer),
            eq(providerCustomers.customerId, insteadOf),
            ne(providerCustomers.customerId, customerId),
          ),
        )
    // No conflict target is given, because concurrent inserts may violate either of the unique indexes first.
    await tx.insert(providerCustomers).values(customer).onConflictDoNothing()
  })
  const saved = await findCustomer(db, customer)
  if (saved === undefined) throw new Error('a customer was forgotten at this very moment')
  return saved
}

export async function deleteCustomer(db: Executor, customerId: string): Promise<void> {
  await db.delete(providerCustomers).where(eq(providerCustomers.customerId, customerId))
}

function isInUse({ memberId, isLive }: CustomerKey) {
  const { memberId: member, isLive: mode, replacedAt } = providerCustomers
  return and(eq(member, memberId), eq(mode, isLive), isNull(replacedAt))
}
