import type { ReactNode } from 'react'
import { ProductHeader } from '#features/foundation/products/ui/product-header.tsx'
import { Prose } from '#web/ui/prose.tsx'
import type { DocumentDetail } from '../documents.contract.ts'
import { DocumentContents } from './document-contents.tsx'

/** The page of a document. The preview of a draft renders the same. */
export function DocumentView({ document, offer }: { document: DocumentDetail; offer: ReactNode }) {
  return (
    <div className="page-width pt-8 sm:pt-12">
      <div className="grid gap-x-14 gap-y-6 sm:gap-y-10 md:grid-cols-[minmax(0,1fr)_22.5rem]">
        <DocumentHeader document={document} />
        <aside className="md:row-span-2">{offer}</aside>
        <div className="flex flex-col gap-10 max-sm:mt-4">
          <section aria-labelledby="about">
            <h2 id="about" className="mb-4 text-xl">
              About this document
            </h2>
            <Prose html={document.document_full_description_html} />
          </section>
          <DocumentContents inside={document.inside} />
        </div>
      </div>
    </div>
  )
}

export function DocumentHeader({ document }: { document: DocumentDetail }) {
  return (
    <ProductHeader
      title={document.document_title}
      text={document.document_short_description}
      image={{ images: document.images, src: document.imageURL, alt: document.document_title }}
    />
  )
}
