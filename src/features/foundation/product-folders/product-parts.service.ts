import type { Executor } from '#db/open-database.ts'
import { listEarlierAddresses } from '#features/foundation/products/products.public.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import type { ProductParts } from './product-parts.rules.ts'
import { listCoverFiles, type StoredProduct } from './folder-writing.queries.ts'

export async function loadCommonParts(db: Executor, product: StoredProduct): Promise<ProductParts> {
  return {
    address: product.slug,
    'earlier addresses': await listEarlierAddresses(db, product.id),
    name: product.title,
    short: product.shortDescription,
    price: formatDecimal(cents(product.priceCents)),
    position: product.position,
    published: String(product.publishedAt !== null),
    cover: (await listCoverFiles(db, product.id)).map(({ format, width, sha256 }) => ({ format, width, sha256 })),
    description: [product.fullDescription],
  }
}
