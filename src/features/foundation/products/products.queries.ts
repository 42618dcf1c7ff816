import { and, asc, eq, isNotNull, lte, or, ne, type Placeholder, sql, type SQL } from 'drizzle-orm'
import { productAddresses, products } from '#db/tables/catalog.ts'
import { podcasts } from '#db/tables/handouts.ts'

// These SQL fragments are about the row of `products`.

/** Whether the product has this current or former slug. */
export function hasAddress(slug: string | Placeholder): SQL {
  // The subquery has its own sql`` because Drizzle omits table names if a select has only one table, and both tables
  // have a slug.
  return sql`${products.id} = (${sql`select ${productAddresses.productId} from ${productAddresses} where ${productAddresses.slug} = ${slug}`})`
}

/**
 * Whether the product is for sale. If it is not, visitors can't see that it exists, but members who have access keep
 * it.
 */
export const isPublished = isNotNull(products.publishedAt)

/** The order of catalog lists and of each list of a member's products. */
export const shelfOrder = [asc(products.position), asc(products.slug)]

/**
 * Whether the product can be bought. A free podcast can't, because every member already has access. Requires a join
 * with `podcasts`.
 */
export const isForSale = and(isPublished, or(ne(products.kind, 'podcast'), eq(podcasts.isForSale, true))) as SQL

/**
 * Returns the date at a time, in the academy's time zone. An episode has launched if its launch date is not after this
 * date.
 */
export function academyDay(at: Date | Placeholder | SQL): SQL<string> {
  return sql<string>`academy_day(${at instanceof Date ? at.toISOString() : at}::timestamptz)`
}

/**
 * Whether anyone may listen without an account, because the episode is published, is not for sale, and has launched by
 * this day ('2026-11-21', in the academy's time zone). The feed and its files use the same rule. Requires a join with
 * `podcasts`.
 */
export function isFreeEpisode(today: string | Placeholder): SQL {
  return and(isPublished, eq(podcasts.isForSale, false), lte(podcasts.launchDate, today)) as SQL
}
