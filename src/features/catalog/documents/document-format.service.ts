import { createProductFormat } from '#features/foundation/product-folders/product-folders.public.ts'
import { saveHandouts } from '#features/foundation/products/products.public.ts'
import { DOCUMENT_FIELDS } from './document-model.contract.ts'
import { listHandouts, replaceDocumentFiles } from './documents.queries.ts'
import { PDF } from './documents.rules.ts'

const NO_SAMPLE_PDF_ERROR = 'none of the files is a PDF, so there is no first page to show'

export const documentFormat = createProductFormat({
  kind: 'document',
  fields: DOCUMENT_FIELDS,
  checkFiles({ sample_page: samplePage }, files) {
    const isMissing = samplePage === 'true' && !files.some(({ contentType }) => contentType === PDF)
    return isMissing ? [{ path: ['sample_page'], message: NO_SAMPLE_PDF_ERROR }] : []
  },
  async load(db, { id }) {
    const handouts = await listHandouts(db, id)
    const files = handouts.map(({ name, file }) => ({ name, file }))
    return { files, sample_page: handouts.some(({ isSample }) => isSample) }
  },
  async save(saving, { id }, { files, sample_page: hasSamplePage }) {
    const shown = files.findIndex(({ file }) => file.contentType === PDF)
    const saved = await saveHandouts(saving, files)
    await replaceDocumentFiles(
      saving.tx,
      id,
      saved.map((file, place) => ({ ...file, isSample: hasSamplePage && place === shown })),
    )
  },
})
