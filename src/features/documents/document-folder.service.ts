import type { Executor } from '#db/open.ts'
import {
  commonParts,
  draftOf,
  join,
  keepHandouts,
  type Parts,
  productFacts,
  type ProductPlan,
  readCover,
  readHandouts,
  type Reading,
  readPage,
  type StoredProduct,
  writePage,
  type Writing,
} from '#features/folders/folders.public.ts'
import { group, handouts, productKeys } from '#features/folders/folders.contract.ts'
import { saveDocument } from './document-saving.service.ts'
import { handoutsOf } from './documents.queries.ts'

/** A document as a folder: document.md with its files. */
export const documentFolder = { read: readDocument, write: writeDocument, parts: partsOfDocument }

export const DocumentFile = group({ ...productKeys, files: handouts.min(1, 'must hold at least one') })

async function readDocument(reading: Reading, at: string, slug: string): Promise<ProductPlan | undefined> {
  const page = await readPage(reading, DocumentFile, join(at, 'document.md'))
  if (!page) return undefined
  const cover = await readCover(reading, at, page)
  const files = await readHandouts(reading, at, page, 'files')
  if (!page.value || !cover) return undefined
  const document = { ...draftOf(slug, page.value, page.body, cover), files }
  return {
    kind: 'document',
    slug,
    earlierAddresses: document.earlierAddresses,
    title: document.title,
    at: page.at,
    save: (saving) => saveDocument(saving, document),
  }
}

async function writeDocument(writing: Writing): Promise<void> {
  const { tx, product, keep } = writing
  const files = await keepHandouts(keep, await handoutsOf(tx, product.id))
  await writePage(writing, 'document.md', { ...(await productFacts(writing)), files }, product.fullDescription)
}

async function partsOfDocument(db: Executor, product: StoredProduct): Promise<Parts> {
  return {
    ...(await commonParts(db, product)),
    files: (await handoutsOf(db, product.id)).map(({ title, file: { sha256, name } }) => ({ title, sha256, name })),
  }
}
