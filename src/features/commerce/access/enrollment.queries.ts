import { eq } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { bulkEnrollments } from '#db/tables/grants.ts'

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
