import type { Executor } from '#db/open.ts'
import type { Parts } from './parts.rules.ts'
import type { ProductPlan, Reading } from './reading.service.ts'
import type { StoredProduct } from './writing.queries.ts'
import type { Writing } from './writing.service.ts'

export { type DrawnCover, drawnWidths, UNREADABLE } from './covers.service.ts'
export { changesInWords, type Parts } from './parts.rules.ts'
export { commonParts } from './parts.service.ts'
export { inReadingOrder, nearestWord, type Problem, problemText } from './problem.rules.ts'
export {
  draftOf,
  join,
  type Page,
  type ProductPlan,
  readCover,
  readFile,
  readHandouts,
  type Reading,
  readPage,
  readYaml,
  readYamlFile,
} from './reading.service.ts'
export { contentOf, openSourceFolder, type SourceFile, type SourceFolder } from './source-folder.service.ts'
export { allProducts, contentsOf, inOneInstant, type StoredProduct } from './writing.queries.ts'
export { keeper, keepHandouts, productFacts, writePage, writeYaml, type Writing } from './writing.service.ts'

/** How products of one kind are read from a folder of plain files, and written into one. */
export type ProductForm = {
  /** Reads the product in the folder `at`; undefined when anything is wrong, which is among the reading's problems then. */
  read(reading: Reading, at: string, slug: string): Promise<ProductPlan | undefined>
  write(writing: Writing): Promise<void>
  /** What the academy holds of the product, by names that its author knows. */
  parts(db: Executor, product: StoredProduct): Promise<Parts>
}
