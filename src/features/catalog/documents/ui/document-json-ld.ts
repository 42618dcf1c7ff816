import type { Product } from 'schema-dts'
import { buildOfferJsonLd, buildProductJsonLd } from '#features/foundation/products/ui/product-json-ld.ts'
import { buildPublisherData } from '#web/shell/linked-data.ts'
import type { Site } from '#web/shell/site.ts'
import type { DocumentSummary } from '../documents.contract.ts'

export function buildDocumentJsonLd(site: Site, document: DocumentSummary): Product {
  const named = { kind: 'document', slug: document.id_ } as const
  return {
    '@type': 'Product',
    additionalType: 'https://schema.org/DigitalDocument',
    ...buildProductJsonLd(site, {
      ...named,
      name: document.document_title,
      description: document.document_short_description,
    }),
    sku: document.id_,
    brand: buildPublisherData(site),
    offers: buildOfferJsonLd(site, { ...named, price: document.price, currency: document.currency }),
  }
}
