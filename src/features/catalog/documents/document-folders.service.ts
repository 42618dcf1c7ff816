import { z } from 'zod'
import type { Executor } from '#db/open-database.ts'
import {
  loadCommonParts,
  buildDraftFromFolder,
  joinPath,
  writeHandouts,
  type ProductParts,
  buildFrontMatter,
  type ProductPlan,
  readBody,
  readCover,
  readHandouts,
  type FolderReadContext,
  readPage,
  type StoredProduct,
  writePage,
  type FolderWriteContext,
} from '#features/foundation/product-folders/product-folders.public.ts'
import { group, handouts, productKeys } from '#features/foundation/product-folders/product-folders.contract.ts'
import { saveDocument } from './document-saving.service.ts'
import { PDF } from './documents.rules.ts'
import { listHandouts } from './documents.queries.ts'

export const documentFolder = { read: readDocument, write: writeDocument, parts: getDocumentParts }

export const DocumentFile = group({
  ...productKeys,
  files: handouts.min(1, 'must hold at least one'),
  /** The first page of the first PDF is public. */
  sample_page: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((word) => word === 'true')
    .default(false),
})

export const NO_SAMPLE_PDF_ERROR = 'there is no PDF among the files whose first page could be shown'

async function readDocument(reading: FolderReadContext, at: string, slug: string): Promise<ProductPlan | undefined> {
  const page = await readPage(reading, DocumentFile, joinPath(at, 'document.md'))
  if (!page) return undefined
  const cover = await readCover(reading, at, page)
  const files = await readHandouts(reading, at, page, 'files')
  const texts = [await readBody(reading, page, 'document')]
  if (!page.value || !cover) return undefined
  const hasSamplePage = page.value.sample_page
  if (hasSamplePage && !files.some(({ file }) => file.contentType === PDF)) {
    reading.problems.push({
      file: page.at,
      line: page.lineOf(['sample_page']),
      message: `sample_page: ${NO_SAMPLE_PDF_ERROR}`,
    })
    return undefined
  }
  const document = { ...buildDraftFromFolder(slug, page.value, page.body, cover), files, hasSamplePage }
  return {
    kind: 'document',
    slug,
    earlierAddresses: document.earlierAddresses,
    title: document.title,
    at: page.at,
    texts,
    save: (saving) => saveDocument(saving, document),
  }
}

async function writeDocument(writing: FolderWriteContext): Promise<void> {
  const { tx, product, keep } = writing
  const stored = await listHandouts(tx, product.id)
  const facts = {
    ...(await buildFrontMatter(writing)),
    files: await writeHandouts(keep, stored),
    ...(stored.some(({ isSample }) => isSample) && { sample_page: true }),
  }
  await writePage(writing, 'document.md', facts, product.fullDescription)
}

async function getDocumentParts(db: Executor, product: StoredProduct): Promise<ProductParts> {
  const files = await listHandouts(db, product.id)
  return {
    ...(await loadCommonParts(db, product)),
    files: files.map(({ title, file: { sha256, name } }) => ({ title, sha256, name })),
    'sample page': files.some(({ isSample }) => isSample) ? 'the first of the first PDF' : 'none',
  }
}
