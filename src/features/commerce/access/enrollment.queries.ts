import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { bulkEnrollments, grants } from '#db/tables/grants.ts'

/** Finds the product with its current title. */
export async function findGrantedProduct(db: Executor, productId: string) {
  const { title, kind, slug } = products
  const [product] = await db.select({ title, kind, slug }).from(products).where(eq(products.id, productId))
  return product
}

export async function insertBulkEnrollment(
  db: Executor,
  enrollment: { productId: string; createdAt: Date },
): Promise<string> {
  const [inserted] = await db.insert(bulkEnrollments).values(enrollment).returning({ id: bulkEnrollments.id })
  if (!inserted) throw new Error('No enrollment was inserted')
  return inserted.id
}

/**
 * Separates grants from the enrollment that made them, because someone gave the same access again, so undoing the
 * enrollment must not end it. Leaves out grants with the reason `unlessReason`: the same file may have been sent twice.
 */
export async function confirmGrants(
  db: Executor,
  { memberIds, productId, unlessReason }: { memberIds: string[]; productId: string; unlessReason?: string },
): Promise<void> {
  const isRepeated = unlessReason === undefined ? sql`false` : sql`${grants.reason} = ${unlessReason}`
  await db.execute(sql`
    update ${grants} set bulk_enrollment_id = null
    where ${grants.bulkEnrollmentId} is not null and ${grants.memberId} = any(${sql.param(memberIds)}::uuid[])
      and ${grants.productId} = ${productId} and ${grants.revokedAt} is null and not (${isRepeated})`)
}
