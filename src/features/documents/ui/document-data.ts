import type { Product } from 'schema-dts'
import { offerData, productData, publisherData } from '#web/shell/linked-data.ts'
import type { Site } from '#web/shell/site.ts'
import type { DocumentOnShelf } from '../documents.contract.ts'

/** A document in the words of schema.org. */
export function documentData(site: Site, document: DocumentOnShelf): Product {
  const path = `/Document/${document.id_}`
  return {
    '@type': 'Product',
    additionalType: 'https://schema.org/DigitalDocument',
    ...productData(site, { path, name: document.document_title, description: document.document_short_description }),
    sku: document.id_,
    brand: publisherData(site),
    offers: offerData(site, { price: document.price, currency: document.currency, path }),
  }
}
