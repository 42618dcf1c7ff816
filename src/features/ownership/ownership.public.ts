export { findOwned, ownedBy, ownedProductIds, ownsProduct } from './ownership.queries.ts'
