import type { Executor } from '#db/open-database.ts'
import { type FileUse, fileUseError } from '#features/foundation/files/files.public.ts'
import type { ProductDraft, ProductFile } from '#features/foundation/products/products.public.ts'
import { isPrintable, findUnprintableCharacters } from '#platform/typography.ts'
import { isSlug } from '#shared/ids.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import type { PlanFields } from './draft-plans.contract.ts'
import type { ProductKeys } from './product-folders.contract.ts'
import { resolveAddress, type PlanValidator } from './plan-fields.rules.ts'
import { listCoverFiles, type StoredProduct } from './folder-writing.queries.ts'

export async function loadCommonPlan(db: Executor, product: StoredProduct): Promise<PlanFields> {
  const images = await listCoverFiles(db, product.id)
  return {
    address: product.slug,
    name: product.title,
    short: product.shortDescription,
    price: formatDecimal(cents(product.priceCents)),
    description: product.fullDescription,
    // The widest rendered size serves as the original.
    cover: images.findLast(({ format }) => format === 'webp')?.fileId ?? null,
  }
}

export const EMPTY_PLAN: PlanFields = { address: '', name: '', short: '', price: '', description: '', cover: null }

export function validateCommonFields(reading: PlanValidator, plan: PlanFields): void {
  const { name, description } = plan
  reading.demand(description, ['description'])
  // The name is printed on certificates and invoices, so their fonts must have its characters.
  if (!isPrintable(name, 'serif'))
    reading.addError(
      ['name'],
      `certificates and invoices can’t include ${findUnprintableCharacters(name, 'serif').join(' ')}: please use Latin, Greek, or Cyrillic letters`,
    )
  if (!isSlug(resolveAddress(plan)) && name.trim() !== '')
    reading.addError(['address'], 'must be lowercase words and numbers joined by hyphens')
}

type Files = ReadonlyMap<string, ProductFile>

const FILE_MISSING = 'this file is missing. Please upload it again'

/**
 * Returns the file with this ID, or undefined if there is none. If the file can't be used here, reports that and
 * returns undefined.
 */
export function readPlannedFile(
  reading: PlanValidator,
  files: Files,
  { id, at, use }: { id: string | null; at: readonly string[]; use: FileUse },
): ProductFile | undefined {
  if (id === null) return undefined
  const file = files.get(id)
  const wrong = file ? fileUseError(file.contentType, use) : FILE_MISSING
  if (wrong !== undefined) reading.addError(at, wrong)
  return wrong === undefined ? file : undefined
}

export function buildDraftFromPlan(
  plan: PlanFields,
  { name, short, price }: ProductKeys,
  { id, position, cover, isPublished }: Pick<ProductDraft, 'position' | 'cover' | 'isPublished'> & { id: string },
): ProductDraft {
  return {
    id,
    slug: resolveAddress(plan),
    earlierAddresses: [],
    title: name,
    shortDescription: short,
    fullDescription: plan.description.trim(),
    priceCents: price,
    position,
    isPublished,
    cover,
  }
}
