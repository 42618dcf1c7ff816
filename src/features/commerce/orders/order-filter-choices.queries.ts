import { desc, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { coupons } from '#db/tables/sales.ts'

/** No one reads a longer list than this. */
const MAX_LISTED = 500

/** Lists the choices for filtering orders: products by name, and coupons, newest first. */
export async function listOrderFilterChoices(db: Executor) {
  return {
    products: await db
      .select({ slug: products.slug, title: products.title })
      .from(products)
      .orderBy(sql`lower(${products.title})`, products.slug)
      .limit(MAX_LISTED),
    coupons: await db
      .select({ code: coupons.code })
      .from(coupons)
      .orderBy(desc(coupons.createdAt), coupons.code)
      .limit(MAX_LISTED),
  }
}
