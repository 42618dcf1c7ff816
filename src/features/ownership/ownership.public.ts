export { grantProduct, revokeGrant } from './grants.service.ts'
export { findOwned, isOwnedBy, namedBy, ownedAs, ownedBy, ownsProduct } from './ownership.queries.ts'
