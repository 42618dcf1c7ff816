import { and, asc, eq, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { prepared } from '#db/prepared.ts'
import { productImages, products } from '#db/tables/catalog.ts'
import { files } from '#db/tables/files.ts'
import { type Cover, type Image, toImages } from './media.rules.ts'

const coverJoin = and(eq(files.id, productImages.fileId), eq(files.isPublic, true))

/** The covers of the current row of `products`, as a column. Pass it to `toImages`. */
export const coversOfProduct = sql<Cover[]>`(select coalesce(json_agg(
    json_build_object('format', ${productImages.format}, 'width', ${productImages.width}, 'fileId', ${files.id}, 'name', ${files.name})
    order by ${productImages.format}, ${productImages.width}), '[]')
  from ${productImages} join ${files} on ${coverJoin} where ${productImages.productId} = ${products.id})`

const coversByProduct = prepared('covers_of', ['productIds'], (db, { productIds }) =>
  db
    .select({
      productId: productImages.productId,
      format: productImages.format,
      width: productImages.width,
      fileId: files.id,
      name: files.name,
    })
    .from(productImages)
    .innerJoin(files, coverJoin)
    .where(sql`${productImages.productId} = any(${productIds})`)
    .orderBy(asc(productImages.format), asc(productImages.width)),
)

/** Lists the covers of several products by product ID, in one statement. Products without a cover are omitted. */
export async function listCoverImages(
  db: Executor,
  products: readonly { id: string }[],
): Promise<Map<string, Image[]>> {
  if (products.length === 0) return new Map()
  const productIds = products.map(({ id }) => id)
  const rows = Map.groupBy(await coversByProduct(db, { productIds }), ({ productId }) => productId)
  return new Map([...rows].map(([productId, covers]) => [productId, toImages(covers)]))
}
