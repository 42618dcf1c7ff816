export { grantProduct, revokeGrant } from './grants.queries.ts'
export { findOwned, namedBy, ownedAs, ownedBy, ownedProductIds, ownsProduct } from './ownership.queries.ts'
