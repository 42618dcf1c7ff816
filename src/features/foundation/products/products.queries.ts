import { and, asc, eq, isNotNull, lte, or, ne, type Placeholder, sql, type SQL } from 'drizzle-orm'
import { productAddresses, products } from '#db/tables/catalog.ts'
import { podcasts } from '#db/tables/handouts.ts'

// SQL fragments for the row of `products`.

/** The product with this current or former address. */
export function hasAddress(slug: string | Placeholder): SQL {
  // In separate parentheses, because Drizzle omits table names when a select has only one table, and both have a slug.
  return sql`${products.id} = (${sql`select ${productAddresses.productId} from ${productAddresses} where ${productAddresses.slug} = ${slug}`})`
}

/** Whether the product is on sale. Otherwise it does not exist for visitors; its owners keep it. */
export const isPublished = isNotNull(products.publishedAt)

/** The order of catalog lists and of every list of owned products. */
export const shelfOrder = [asc(products.position), asc(products.slug)]

/**
 * Whether the product can be bought. A free podcast can't: every member has it. A podcast's row of `podcasts` must be
 * joined.
 */
export const isForSale = and(isPublished, or(ne(products.kind, 'podcast'), eq(podcasts.isForSale, true))) as SQL

/** The academy's day at an instant, in its time zone: an episode is launched if its launch date is not later. */
export function academyDay(at: Date | Placeholder | SQL): SQL<string> {
  return sql<string>`academy_day(${at instanceof Date ? at.toISOString() : at}::timestamptz)`
}

/**
 * Whether anyone may listen without an account: published, not for sale, and launched by this day ('2026-11-21', in the
 * academy's time zone). Its row of `podcasts` must be joined. The feed and its files use the same rule.
 */
export function isFreeEpisode(today: string | Placeholder): SQL {
  return and(isPublished, eq(podcasts.isForSale, false), lte(podcasts.launchDate, today)) as SQL
}
