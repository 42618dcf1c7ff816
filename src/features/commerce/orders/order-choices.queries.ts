import { desc, sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { products } from '#db/tables/catalogue.ts'
import { coupons } from '#db/tables/sales.ts'

/** More than anybody looks through. */
const MOST_LISTED = 500

/** What orders may be of, by name, and with what they may have been cheaper, the newest first. */
export async function orderChoices(db: Executor) {
  return {
    products: await db
      .select({ slug: products.slug, title: products.title })
      .from(products)
      .orderBy(sql`lower(${products.title})`, products.slug)
      .limit(MOST_LISTED),
    coupons: await db
      .select({ code: coupons.code })
      .from(coupons)
      .orderBy(desc(coupons.createdAt), coupons.code)
      .limit(MOST_LISTED),
  }
}
