import type { Product } from 'schema-dts'
import { offerData, productData } from '#features/foundation/products/ui/product-data.ts'
import { publisherData } from '#web/shell/linked-data.ts'
import type { Site } from '#web/shell/site.ts'
import type { DocumentOnShelf } from '../documents.contract.ts'

/** A document in the words of schema.org. */
export function documentData(site: Site, document: DocumentOnShelf): Product {
  const named = { kind: 'document', slug: document.id_ } as const
  return {
    '@type': 'Product',
    additionalType: 'https://schema.org/DigitalDocument',
    ...productData(site, { ...named, name: document.document_title, description: document.document_short_description }),
    sku: document.id_,
    brand: publisherData(site),
    offers: offerData(site, { ...named, price: document.price, currency: document.currency }),
  }
}
