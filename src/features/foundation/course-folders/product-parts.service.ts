import type { Executor } from '#db/open.ts'
import { earlierAddressesOf } from '#features/foundation/products/products.public.ts'
import { cents, decimalOf } from '#shared/money.ts'
import type { Parts } from './product-parts.rules.ts'
import { coverOf, type StoredProduct } from './folder-writing.queries.ts'

/** The parts that every product has. */
export async function commonParts(db: Executor, product: StoredProduct): Promise<Parts> {
  return {
    address: product.slug,
    'earlier addresses': await earlierAddressesOf(db, product.id),
    name: product.title,
    short: product.shortDescription,
    price: decimalOf(cents(product.priceCents)),
    position: product.position,
    published: String(product.publishedAt !== null),
    cover: (await coverOf(db, product.id)).map(({ format, width, sha256 }) => ({ format, width, sha256 })),
    description: [product.fullDescription],
  }
}
