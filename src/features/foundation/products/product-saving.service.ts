import type { Transaction } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { Kind } from '#shared/kinds.ts'
import {
  addAddresses,
  lockSaving,
  findProductsByAddress,
  replaceCover,
  saveFile,
  saveProductRow,
} from './product-saving.queries.ts'
import { resolveProduct, addressTakenError } from './addresses.rules.ts'

// The one way in for content: `saveCourse`, `savePodcast` and `saveDocument` stand on this, whoever writes.

/** A file of a product. */
export type ProductFile = {
  name: string
  contentType: string
  /** Length of a video or sound. */
  seconds: number | undefined
  /** Of what is read. */
  pages?: number | undefined
  words?: number | undefined
  /** Of captions. */
  transcript?: { seconds: number; text: string }[] | undefined
  warnings?: FileWarning[] | undefined
  /** Of the readers that read the file; without it what is stored of its contents stays. */
  readerVersion?: number | undefined
}

/** What the author of a file should know of it; `line`: where it shows, in a text. */
export type FileWarning = { message: string; line?: number }

/** A file to be downloaded, under the name that its readers see. */
export type Handout = { name: string; file: ProductFile }

export type CoverImage = { format: 'avif' | 'webp'; width: number; file: ProductFile }

/** What all products have, as their author wrote it. */
export type ProductDraft = {
  /** Where its author works on this very product; without it the product is known by its addresses. */
  id?: string
  slug: string
  /** Addresses that the product had before, and that lead to it from now on. */
  earlierAddresses: string[]
  title: string
  shortDescription: string
  /** Markdown. */
  fullDescription: string
  priceCents: number
  position: number
  isPublished: boolean
  /** Undefined: the cover stays as it is. */
  cover: CoverImage[] | undefined
}

/** What the file store holds by now. Bytes go there before anything is saved: a file that no row names is harmless, a row without its file is not. */
export type StoredFiles = ReadonlyMap<ProductFile, { sha256: string; bytes: number }>

/** Work on the catalogue within one transaction. */
export type SaveContext = { tx: Transaction; now: Date; stored: StoredFiles }

/** Saves products in one transaction: all that `work` saves, or nothing. Two who save at once wait for each other. */
export function saveInTransaction<Result>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  stored: StoredFiles,
  work: (saving: SaveContext) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await lockSaving(tx)
    return work({ tx, now: now(), stored })
  })
}

/** As `saveInTransaction`, and takes everything back at the end: what `work` returns is what would have come of it. */
export async function dryRunSave<Result>(
  deps: Pick<Deps, 'db' | 'now'>,
  stored: StoredFiles,
  work: (saving: SaveContext) => Promise<Result>,
): Promise<Result> {
  const tried = saveInTransaction(deps, stored, async (saving): Promise<never> => {
    throw new RollbackError(await work(saving))
  })
  return tried.catch((error: unknown) => {
    if (error instanceof RollbackError) return error.result as Result
    throw error
  })
}

class RollbackError extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('This was only tried.')
    this.result = result
  }
}

/** Saves what all products have, and returns the product's id. A product stays of its kind, and published since the same day. */
export async function saveProduct(
  saving: SaveContext,
  kind: Kind,
  { id: ownId, earlierAddresses, cover, ...product }: ProductDraft,
): Promise<string> {
  const { slug, title, shortDescription, fullDescription, priceCents, position, isPublished } = product
  const known = await findProductsByAddress(saving.tx, [slug, ...earlierAddresses])
  const which = ownId === undefined ? resolveProduct({ kind, slug, earlierAddresses }, known) : { id: ownId, slug }
  if ('wrong' in which) throw new AppError('invalid', which.wrong)
  const taken = known.get(which.slug)
  if (taken && ownId !== undefined && taken.id !== ownId)
    throw new AppError('invalid', addressTakenError(which.slug, taken))
  const row = { kind, title, shortDescription, fullDescription, priceCents, position, isPublished }
  const id = await saveProductRow(saving.tx, { ...row, id: which.id, slug: which.slug }, saving.now)
  await addAddresses(saving.tx, id, earlierAddresses)
  const images = []
  for (const { format, width, file } of cover ?? []) {
    images.push({ format, width, fileId: await saveProductFile(saving, file, 'everybody') })
  }
  if (cover) await replaceCover(saving.tx, id, images)
  return id
}

/** Covers and posters are for everybody; all else is for those who own the product. */
export function saveProductFile(
  { tx, stored }: SaveContext,
  file: ProductFile,
  audience: 'owners' | 'everybody' = 'owners',
): Promise<string> {
  const content = stored.get(file)
  if (!content) throw new Error(`${file.name} was not stored.`)
  const { seconds = null, pages = null, words = null, transcript = null, warnings = [], readerVersion } = file
  const { name, contentType } = file
  const read = readerVersion === undefined ? {} : { transcript, warnings, readerVersion }
  const isPublic = audience === 'everybody'
  return saveFile(tx, { ...content, name, contentType, seconds, pages, words, ...read, isPublic })
}

/** As `saveProductFile`; null where there is none. */
export async function saveOptionalFile(
  saving: SaveContext,
  file: ProductFile | undefined,
  audience?: 'owners' | 'everybody',
): Promise<string | null> {
  return file ? saveProductFile(saving, file, audience) : null
}

export async function saveHandouts(saving: SaveContext, handouts: readonly Handout[]) {
  const saved: { name: string; fileId: string }[] = []
  for (const { name, file } of handouts) saved.push({ name, fileId: await saveProductFile(saving, file) })
  return saved
}
