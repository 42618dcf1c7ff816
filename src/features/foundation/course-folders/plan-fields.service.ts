import type { Executor } from '#db/open.ts'
import { type FileUse, whyUnsuited } from '#features/foundation/files/files.public.ts'
import type { Handout, ProductDraft, ProductFile } from '#features/foundation/products/products.public.ts'
import { isPrintable, unprintableLetters } from '#platform/lettering.ts'
import { isSlug } from '#shared/ids.ts'
import { cents, decimalOf } from '#shared/money.ts'
import { documentText } from '#shared/markdown.ts'
import { tidyLine } from '#shared/tidy-text.ts'
import type { PlacedText, PlanFields } from './draft-plan.contract.ts'
import type { ProductKeys } from './course-folders.contract.ts'
import { addressOf, type PlanReading } from './plan-fields.rules.ts'
import { coverOf, type StoredProduct } from './folder-writing.queries.ts'

/** What the plans of all products have, of one that stands in the catalogue. */
export async function commonPlan(db: Executor, product: StoredProduct): Promise<PlanFields> {
  const images = await coverOf(db, product.id)
  return {
    address: product.slug,
    name: product.title,
    short: product.shortDescription,
    price: decimalOf(cents(product.priceCents)),
    description: product.fullDescription,
    // The widest stands for what they were drawn from.
    cover: images.findLast(({ format }) => format === 'webp')?.fileId ?? null,
  }
}

export const BLANK: PlanFields = { address: '', name: '', short: '', price: '', description: '', cover: null }

/** The Markdown of the plan of every product. */
export function commonTexts({ description }: PlanFields): PlacedText[] {
  return [{ ...documentText(description), at: ['description'] }]
}

/** What is looked at in the plan of every product beside its keys. */
export function readCommonParts(reading: PlanReading, plan: PlanFields): void {
  const { name, description } = plan
  reading.demand(description, ['description'])
  // Certificates and invoices carry it.
  if (!isPrintable(name, 'serif'))
    reading.tell(
      ['name'],
      `certificates and invoices can't be printed with ${unprintableLetters(name, 'serif').join(' ')}: please use Latin, Greek or Cyrillic letters`,
    )
  if (!isSlug(addressOf(plan)) && name.trim() !== '')
    reading.tell(['address'], 'must be lower-case words joined by hyphens')
}

type Files = ReadonlyMap<string, ProductFile>

const GONE = 'this file is not there any more. Please upload it again'

/** The file with this id; undefined where none is named, and where it can't be used for this, which is told. */
export function readPlannedFile(
  reading: PlanReading,
  files: Files,
  { id, at, use }: { id: string | null; at: readonly string[]; use: FileUse },
): ProductFile | undefined {
  if (id === null) return undefined
  const file = files.get(id)
  const wrong = file ? whyUnsuited(file.contentType, use) : GONE
  if (wrong !== undefined) reading.tell(at, wrong)
  return wrong === undefined ? file : undefined
}

/** Those files of a list that can be handed out; what is wrong with others is told. */
export function readPlannedHandouts(
  reading: PlanReading,
  files: Files,
  { list, at }: { list: readonly { name: string; file: string | null }[]; at: readonly string[] },
): Handout[] {
  return list.flatMap(({ name, file: id }, index) => {
    const file = readPlannedFile(reading, files, { id, at: [...at, String(index), 'file'], use: 'handout' })
    return file ? [{ name: tidyLine(name), file }] : []
  })
}

/** What all products have, of a plan in which nothing is wrong. */
export function productDraftOf(
  plan: PlanFields,
  { name, short, price }: ProductKeys,
  { id, position, cover, isPublished }: Pick<ProductDraft, 'position' | 'cover' | 'isPublished'> & { id: string },
): ProductDraft {
  return {
    id,
    slug: addressOf(plan),
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
