import { getImageUrl } from '#features/foundation/media/media.public.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import type { DocumentDetail, DocumentSummary, DocumentWithFiles } from './documents.contract.ts'
import { getFormatName, stripFormat } from './documents.rules.ts'
import type { getDocument, listAllDocuments } from './documents.service.ts'

export type DocumentRecord = Awaited<ReturnType<typeof getDocument>>
type ListedDocument = Awaited<ReturnType<typeof listAllDocuments>>[number]

export function toDocumentDetail(document: Omit<DocumentRecord, 'id'>, html: string): DocumentDetail {
  return {
    ...toDocumentWithFiles(document),
    document_full_description_html: html,
    inside: document.inside.map(({ name, contentType, pages, preview, sample }) => ({
      name: stripFormat(name),
      format: getFormatName(contentType),
      pages,
      preview_url: preview,
      sample_page_url: sample,
    })),
    isDisputed: document.isDisputed,
  }
}

export function toDocumentWithFiles(document: Omit<ListedDocument, 'id'>): DocumentWithFiles {
  return {
    ...toDocumentSummary(document),
    document_full_description: document.fullDescription,
    files: document.files.map(({ name, address }) => ({ fileName: name, fileURL: address })),
  }
}

export function toDocumentSummary(document: Omit<ListedDocument, 'files' | 'id'>): DocumentSummary {
  const { slug, images, title, shortDescription, priceCents, currency, isPurchased } = document
  return {
    id_: slug,
    imageURL: getImageUrl(images),
    images,
    document_title: title,
    document_short_description: shortDescription,
    price: formatDecimal(cents(priceCents)),
    currency,
    isPurchased,
  }
}
