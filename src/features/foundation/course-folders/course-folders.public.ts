import type { z } from 'zod'
import type { Executor } from '#db/open.ts'
import type { CoverImage, ProductFile, Saving } from '#features/foundation/products/products.public.ts'
import type { PlacedText, PlanFields, PlanFinding } from './draft-plan.contract.ts'
import type { Parts } from './product-parts.rules.ts'
import type { ProductPlan, Reading } from './folder-reading.service.ts'
import type { StoredProduct } from './folder-writing.queries.ts'
import type { Writing } from './folder-writing.service.ts'

export { changesInWords, type Parts } from './product-parts.rules.ts'
export { commonParts } from './product-parts.service.ts'
export {
  BLANK,
  commonPlan,
  commonTexts,
  productDraftOf,
  readCommonParts,
  readPlannedFile,
  readPlannedHandouts,
} from './plan-fields.service.ts'
export { addressOf, PlanReading } from './plan-fields.rules.ts'
export { inReadingOrder, nearestWord, type Problem, problemText } from './problem.rules.ts'
export {
  draftOf,
  join,
  type Page,
  type ProductPlan,
  readBody,
  readCover,
  readFile,
  readHandouts,
  readKeyText,
  type Reading,
  readPage,
  readYaml,
  readYamlFile,
} from './folder-reading.service.ts'
export { contentOf, openSourceFolder, type SourceFile, type SourceFolder } from './source-folder.service.ts'
export { allProducts, contentsOf, inOneInstant, type StoredProduct } from './folder-writing.queries.ts'
export { valueAt } from './yaml-text.rules.ts'
export { keeper, keepHandouts, productFacts, writePage, writeYaml, type Writing } from './folder-writing.service.ts'

/** The files that a plan names, by their ids. */
export type PlanFiles = ReadonlyMap<string, ProductFile>

/** What publishing a plan needs beside it. */
export type Publishing = {
  id: string
  files: PlanFiles
  position: number
  /** The drawn sizes; undefined: the cover stays as it is. */
  cover: CoverImage[] | undefined
  isPublished: boolean
}

/** How products of one kind are worked on in the studio. */
export type Planning<Plan extends PlanFields = PlanFields> = {
  schema: z.ZodType<Plan>
  /** What a new one begins with. */
  blank: Plan
  /** The product as it stands. */
  of(db: Executor, product: StoredProduct): Promise<Plan>
  /** All of its Markdown, each text with its place. */
  texts(plan: Plan): PlacedText[]
  /** Holds it against what a folder needs: all that is wrong, or how it is saved. */
  check(plan: Plan, publishing: Publishing): { findings: PlanFinding[] } | { save: (saving: Saving) => Promise<void> }
}

/** How products of one kind are read from a folder of plain files, and written into one. */
export type ProductForm = {
  /** Reads the product in the folder `at`; undefined when anything is wrong, which is among the reading's problems then. */
  read(reading: Reading, at: string, slug: string): Promise<ProductPlan | undefined>
  write(writing: Writing): Promise<void>
  /** What the academy holds of the product, by names that its author knows. */
  parts(db: Executor, product: StoredProduct): Promise<Parts>
  planning: Planning
}
