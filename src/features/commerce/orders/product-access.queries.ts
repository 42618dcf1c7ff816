import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { podcasts } from '#db/tables/handouts.ts'
import { isDisputedFor, isOwnedBy } from '#features/foundation/ownership/ownership.public.ts'
import { isForSale } from '#features/foundation/products/products.public.ts'

/** Whether a buyer has access to a product now, through any order or grant, and whether they can buy it. */
export type ProductAccess = { isOpen: boolean; canBuy: boolean }

export async function getProductAccess(db: Executor, memberId: string, productId: string): Promise<ProductAccess> {
  const [row] = await db
    .select({
      isOpen: isOwnedBy(memberId),
      canBuy: sql<boolean>`(${isForSale}) and not ${isOwnedBy(memberId)} and not ${isDisputedFor(memberId)}`,
    })
    .from(products)
    .leftJoin(podcasts, eq(podcasts.productId, products.id))
    .where(eq(products.id, productId))
  return { isOpen: row?.isOpen === true, canBuy: row?.canBuy === true }
}
