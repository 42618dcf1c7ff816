export { inShelfOrder, isForSale, isFreeEpisode, isPublished } from './products.queries.ts'
export { kindsOfSlugs } from './saving.queries.ts'
export { changePrice, setOnSale } from './selling.service.ts'
export { isSoldAt } from './selling.rules.ts'
export {
  anotherKind,
  type CoverImage,
  type Handout,
  type ProductDraft,
  type ProductFile,
  saveHandouts,
  saveOptionalFile,
  saveProduct,
  saveProductFile,
  saveTogether,
  type Saving,
  type StoredFiles,
  tryTogether,
} from './saving.service.ts'
