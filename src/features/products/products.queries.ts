import { and, asc, eq, isNotNull, lte, or, ne, type Placeholder, type SQL } from 'drizzle-orm'
import { podcasts, products } from '#db/tables/catalogue.ts'

// Parts of statements: each is about the row of `products` at hand.

/** On offer. What is not is none to strangers, and stays with those who own it. */
export const isPublished = isNotNull(products.publishedAt)

/** The order of the shop, and of every list of one's own. */
export const inShelfOrder = [asc(products.position), asc(products.slug)]

/** Whether it can be bought: a free podcast can't, it is every member's. Its row of `podcasts` must be joined, where it has one. */
export const isForSale = and(isPublished, or(ne(products.kind, 'podcast'), eq(podcasts.isForSale, true))) as SQL

/**
 * Whether everybody may hear it without an account: published, not for sale, and launched by this day ('2026-11-21', of the
 * academy's time zone). Its row of `podcasts` must be joined. The feed lists what this allows, and its files open by the same rule.
 */
export function isFreeEpisode(today: string | Placeholder): SQL {
  return and(isPublished, eq(podcasts.isForSale, false), lte(podcasts.launchDate, today)) as SQL
}
