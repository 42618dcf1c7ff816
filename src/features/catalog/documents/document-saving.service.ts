import {
  type Handout,
  type ProductDraft,
  saveHandouts,
  saveProduct,
  type SaveContext,
} from '#features/foundation/products/products.public.ts'
import { PDF } from './documents.rules.ts'
import { replaceDocumentFiles } from './documents.queries.ts'

export type DocumentDraft = ProductDraft & { files: Handout[]; hasSamplePage: boolean }

export async function saveDocument(saving: SaveContext, document: DocumentDraft): Promise<void> {
  const productId = await saveProduct(saving, 'document', document)
  const saved = await saveHandouts(saving, document.files)
  const shown = document.files.findIndex(({ file }) => file.contentType === PDF)
  const files = saved.map((file, place) => ({ ...file, isSample: document.hasSamplePage && place === shown }))
  await replaceDocumentFiles(saving.tx, productId, files)
}
