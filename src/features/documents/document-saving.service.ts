import {
  type Handout,
  type ProductDraft,
  saveHandouts,
  saveProduct,
  type Saving,
} from '#features/products/products.public.ts'
import { replaceDocumentFiles } from './documents.queries.ts'

export type DocumentDraft = ProductDraft & { files: Handout[] }

/** Saves a document as it is from now on. */
export async function saveDocument(saving: Saving, document: DocumentDraft): Promise<void> {
  const productId = await saveProduct(saving, 'document', document)
  await replaceDocumentFiles(saving.tx, productId, await saveHandouts(saving, document.files))
}
