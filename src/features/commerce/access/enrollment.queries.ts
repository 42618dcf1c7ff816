import { eq } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'

/** Finds the product with its current title. */
export async function findGrantedProduct(db: Executor, productId: string) {
  const { title, kind, slug } = products
  const [product] = await db.select({ title, kind, slug }).from(products).where(eq(products.id, productId))
  return product
}
