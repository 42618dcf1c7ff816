import type { z } from 'zod'
import type { Executor } from '#db/open-database.ts'
import type { CoverImage, ProductFile, SaveContext } from '#features/foundation/products/products.public.ts'
import type { LocatedText, PlanFields, PlanFinding } from './draft-plans.contract.ts'
import type { ProductParts } from './product-parts.rules.ts'
import type { ProductPlan, FolderReadContext } from './folder-reading.service.ts'
import type { StoredProduct } from './folder-writing.queries.ts'
import type { FolderWriteContext } from './folder-writing.service.ts'

export { describeChanges, type ProductParts } from './product-parts.rules.ts'
export { loadCommonParts } from './product-parts.service.ts'
export {
  EMPTY_PLAN,
  loadCommonPlan,
  listCommonTexts,
  buildDraftFromPlan,
  validateCommonFields,
  readPlannedFile,
  readPlannedHandouts,
} from './plan-fields.service.ts'
export { resolveAddress, PlanValidator } from './plan-fields.rules.ts'
export { sortProblems, findNearestWord, type Problem, formatProblem } from './problems.rules.ts'
export {
  buildDraftFromFolder,
  joinPath,
  type MarkdownPage,
  type ProductPlan,
  readBody,
  readCover,
  readFile,
  readHandouts,
  readKeyText,
  type FolderReadContext,
  readPage,
  readYaml,
  readYamlFile,
} from './folder-reading.service.ts'
export { readContent, openSourceFolder, type SourceFile, type SourceFolder } from './source-folders.service.ts'
export { listAllProducts, listProductContents, withSnapshot, type StoredProduct } from './folder-writing.queries.ts'
export { getValueAt } from './yaml-text.rules.ts'
export {
  createFileSaver,
  writeHandouts,
  buildFrontMatter,
  writePage,
  writeYaml,
  type FolderWriteContext,
} from './folder-writing.service.ts'

/** The files of a plan, by id. */
export type PlanFiles = ReadonlyMap<string, ProductFile>

export type PublishContext = {
  id: string
  files: PlanFiles
  position: number
  /** The rendered sizes; undefined keeps the cover. */
  cover: CoverImage[] | undefined
  isPublished: boolean
}

export type PlanHandler<Plan extends PlanFields = PlanFields> = {
  schema: z.ZodType<Plan>
  blank: Plan
  of(db: Executor, product: StoredProduct): Promise<Plan>
  /** All Markdown texts of the plan with their paths. */
  texts(plan: Plan): LocatedText[]
  /** Validates against the folder's rules: returns findings, or how to save it. */
  check(
    plan: Plan,
    publishing: PublishContext,
  ): { findings: PlanFinding[] } | { save: (saving: SaveContext) => Promise<void> }
}

/** How products of one kind are read from and written to a folder of plain files. */
export type ProductFolderFormat = {
  /**
   * Reads the product in the folder `at`; undefined when anything is wrong, with the problems added to the reader's.
   */
  read(reading: FolderReadContext, at: string, slug: string): Promise<ProductPlan | undefined>
  write(writing: FolderWriteContext): Promise<void>
  /** The stored product by part names its author knows. */
  parts(db: Executor, product: StoredProduct): Promise<ProductParts>
  planning: PlanHandler
}
