import type { Transaction } from '#db/open-database.ts'
import { type Actor, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { Kind } from '#shared/kinds.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import {
  addAddresses,
  findPriceCents,
  lockSaving,
  findProductsByAddress,
  replaceCover,
  saveFile,
  saveProductRow,
} from './product-saving.queries.ts'
import { resolveProduct, addressTakenError } from './addresses.rules.ts'
import type { Handout, ProductDraft, ProductFile } from './product-draft.contract.ts'

// Content is saved only through this module. `saveCourse`, the `save` of each format, and imports use it.

/**
 * Files whose bytes are already in the store. These are stored before the rows, because a file without a row is
 * harmless, but a row without its file is not.
 */
export type StoredFiles = ReadonlyMap<ProductFile, { sha256: string; bytes: number }>

export type SaveContext = { tx: Transaction; now: Date; stored: StoredFiles }

/** Includes who saves the products, because each price change is logged with their name. */
export type ProductSaveContext = SaveContext & { by: Actor }

/**
 * Saves products in one transaction: either everything in `work` is saved, or nothing. Concurrent saves wait for each
 * other.
 */
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

/** Does the same as `saveInTransaction`, but rolls everything back and returns the result (dry run). */
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
    super('This was a dry run. Nothing was saved.')
    this.result = result
  }
}

/**
 * Saves the fields that all kinds have, and returns the product's ID. An existing product keeps its kind and
 * publication date.
 */
export async function saveProduct(
  saving: ProductSaveContext,
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
  const before = which.id === undefined ? undefined : await findPriceCents(saving.tx, which.id)
  const id = await saveProductRow(saving.tx, { ...row, id: which.id, slug: which.slug }, saving.now)
  // A new product's price is logged only if it comes from the studio, because there someone entered it in a draft.
  if (before === undefined ? ownId !== undefined && priceCents > 0 : before !== priceCents)
    await recordPriceChange(saving, { slug: which.slug, title, before, after: priceCents })
  await addAddresses(saving.tx, id, earlierAddresses)
  const images = []
  for (const { format, width, file } of cover ?? []) {
    images.push({ format, width, fileId: await saveProductFile(saving, file, 'everybody') })
  }
  if (cover) await replaceCover(saving.tx, id, images)
  return id
}

/** Logs the price before and after a change. `before` is undefined for a new product. */
export async function recordPriceChange(
  { tx, now, by }: Omit<ProductSaveContext, 'stored'>,
  { slug, title, before, after }: { slug: string; title: string; before: number | undefined; after: number },
): Promise<void> {
  const price = (amount: number | undefined) => (amount === undefined ? {} : { price: formatDecimal(cents(amount)) })
  const subject = { id: slug, name: title }
  const values = { before: price(before), after: price(after) }
  await recordEvent(tx, { at: now, kind: 'product.price_changed', by, subject, ...values })
}

/** Saves a file. Covers and posters are public. Everything else is only for members with access to the product. */
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

/** Like `saveProductFile`, but returns null if there is no file. */
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
