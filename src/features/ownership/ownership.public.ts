export { grantProduct, revokeGrant } from './grants.queries.ts'
export { findOwned, isOwnedBy, namedBy, ownedAs, ownedBy, ownsProduct } from './ownership.queries.ts'
