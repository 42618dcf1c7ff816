export { resolveProduct, addressTakenError } from './addresses.rules.ts'
export { academyDay, hasAddress, shelfOrder, isForSale, isFreeEpisode, isPublished } from './products.queries.ts'
export { listEarlierAddresses, findProductsByAddress, setSale } from './product-saving.queries.ts'
export { changeAddress, changePrice, PRICE_PENDING, setOnSale } from './selling.service.ts'
export type { CoverImage, FileWarning, Handout, ProductDraft, ProductFile } from './product-draft.contract.ts'
export { REFUND_CONDITIONS } from './refund-conditions.rules.ts'
export { isSellablePrice } from './selling.rules.ts'
export {
  saveHandouts,
  saveOptionalFile,
  saveProduct,
  saveProductFile,
  saveInTransaction,
  type ProductSaveContext,
  type SaveContext,
  type StoredFiles,
  dryRunSave,
} from './product-saving.service.ts'
