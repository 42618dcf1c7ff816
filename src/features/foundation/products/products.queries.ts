import { and, asc, eq, isNotNull, lte, or, ne, type Placeholder, sql, type SQL } from 'drizzle-orm'
import { podcasts, productAddresses, products } from '#db/tables/catalogue.ts'

// Parts of statements: each is about the row of `products` at hand.

/** The product that this address leads to: its own, or one that it had earlier. */
export function hasAddress(slug: string | Placeholder): SQL {
  // In brackets of its own: where a select has one table only, Drizzle leaves the names of tables out, and both have a slug.
  return sql`${products.id} = (${sql`select ${productAddresses.productId} from ${productAddresses} where ${productAddresses.slug} = ${slug}`})`
}

/** Whether the product is on offer. For strangers a product that is not does not exist; its owners keep it. */
export const isPublished = isNotNull(products.publishedAt)

/** The order of the shelves, and of every list of what a member owns. */
export const shelfOrder = [asc(products.position), asc(products.slug)]

/** Whether the product can be bought. A free podcast can't be: every member has it. A podcast's row of `podcasts` must be joined. */
export const isForSale = and(isPublished, or(ne(products.kind, 'podcast'), eq(podcasts.isForSale, true))) as SQL

/**
 * Whether everybody may hear it without an account: published, not for sale, and launched by this day ('2026-11-21', of the
 * academy's time zone). Its row of `podcasts` must be joined. The feed lists what this allows, and its files open by the same rule.
 */
export function isFreeEpisode(today: string | Placeholder): SQL {
  return and(isPublished, eq(podcasts.isForSale, false), lte(podcasts.launchDate, today)) as SQL
}
