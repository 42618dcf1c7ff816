import type { Product } from 'schema-dts'
import { offerData, publisherData } from '#web/linked-data.ts'
import type { Site } from '#web/site.ts'
import type { DocumentOnShelf } from '../documents.contract.ts'

/** A document in the words of schema.org. */
export function documentData(site: Site, document: DocumentOnShelf): Product {
  const path = `/Document/${document.id_}`
  return {
    '@type': 'Product',
    additionalType: 'https://schema.org/DigitalDocument',
    '@id': site.public_url + path,
    url: site.public_url + path,
    sku: document.id_,
    name: document.document_title,
    description: document.document_short_description,
    image: `${site.public_url}/share/document/${document.id_}.png`,
    brand: publisherData(site),
    offers: offerData(site, { price: document.price, currency: document.currency, path }),
  }
}
