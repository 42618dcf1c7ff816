import { and, eq } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { podcasts } from '#db/tables/handouts.ts'
import { hasAddress, isForSale } from '#features/foundation/products/products.public.ts'
import type { Kind } from '#shared/kinds.ts'

export type Offer = { id: string; kind: Kind; slug: string; title: string; priceCents: number; currency: string }

/** Finds the product that is for sale with this slug. If `kind` is undefined, the product may be of any kind. */
export async function findOffer(db: Executor, kind: Kind | undefined, slug: string): Promise<Offer | undefined> {
  const [offer] = await db
    .select({
      id: products.id,
      kind: products.kind,
      slug: products.slug,
      title: products.title,
      priceCents: products.priceCents,
      currency: products.currency,
    })
    .from(products)
    .leftJoin(podcasts, eq(podcasts.productId, products.id))
    .where(and(hasAddress(slug), kind && eq(products.kind, kind), isForSale))
  return offer
}
