export { grantProduct, revokeGrant } from './grants.queries.ts'
export { findOwned, ownedBy, ownedProductIds, ownsProduct } from './ownership.queries.ts'
