export { eraseGrantReasons, grantsOfMember } from './erasure.queries.ts'
export { grantsHeldBy, productsNotHeldBy } from './grants.queries.ts'
export { grantProduct, grantToMany, productToGive, revokeGrant } from './grants.service.ts'
