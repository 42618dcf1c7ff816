export { eraseGrantReasons, grantsOfMember } from './erasing.queries.ts'
export { grantsHeldBy, productsNotHeldBy } from './grants.queries.ts'
export { grantProduct, grantToMany, productToGive, revokeGrant } from './grants.service.ts'
