import type { DocumentPlan } from '#features/catalog/documents/document-model.contract.ts'
import type { DocumentDetail } from '#features/catalog/documents/documents.contract.ts'
import { DocumentHeader, DocumentView } from '#features/catalog/documents/ui/document-view.tsx'
import { DocumentFiles, OwnedDocumentLayout } from '#features/catalog/documents/ui/owned-document-layout.tsx'
import { useFileAddress } from '#features/catalog/uploads/ui/use-file-address.ts'
import { KINDS } from '#shared/kinds.ts'
import { Prose } from '#web/ui/prose.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { OpenProduct } from '../builder.contract.ts'
import { listHandouts, renderDraftFile } from './draft-files.tsx'
import { PreviewOffer } from './preview-offer.tsx'

type PreviewDocumentProps = { opened: OpenProduct; detail: DocumentDetail; isLearner: boolean }

/** The draft as the page of a document, for visitors or for its owner. */
export function PreviewDocument({ opened, detail, isLearner }: PreviewDocumentProps) {
  const cover = useFileAddress(opened.plan.cover, opened.id)
  const document = { ...detail, imageURL: cover ?? null }
  if (isLearner) return <OwnedDocument key={cover} opened={opened} document={document} />
  const offer = <PreviewOffer kind="document" name={document.document_title} price={document.price} />
  return <DocumentView key={cover} document={document} offer={offer} />
}

function OwnedDocument({ opened, document }: { opened: OpenProduct; document: DocumentDetail }) {
  const plan = opened.plan as unknown as DocumentPlan
  const files = listHandouts(plan.files).map(({ name, file }) => ({ fileName: name, fileURL: file }))
  return (
    <OwnedDocumentLayout
      back={
        <div inert>
          <BackLink to={KINDS.document.owned.address}>{KINDS.document.owned.label}</BackLink>
        </div>
      }
      head={<DocumentHeader document={document} />}
      side={<DocumentFiles files={files} renderFile={renderDraftFile(opened)} />}
      about={<Prose html={document.document_full_description_html} />}
    />
  )
}
