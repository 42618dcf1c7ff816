export { whichProduct, whyTaken } from './addresses.rules.ts'
export { atAddress, inShelfOrder, isForSale, isFreeEpisode, isPublished } from './products.queries.ts'
export { earlierAddressesOf, productsAt, setSale } from './product-saving.queries.ts'
export { changeAddress, changePrice, PRICE_PENDING, setOnSale } from './selling.service.ts'
export { isSoldAt } from './selling.rules.ts'
export {
  type CoverImage,
  type FileWarning,
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
} from './product-saving.service.ts'
