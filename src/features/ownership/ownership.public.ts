export { eraseGrantReasons, grantsOfMember } from './erasing.queries.ts'
export { grantsHeldBy, productsNotHeldBy } from './grants.queries.ts'
export { grantProduct, grantToMany, productToGive, revokeGrant } from './grants.service.ts'
export {
  countOwners,
  findOwned,
  isClosedByDispute,
  isDisputedOf,
  isOwnedBy,
  listOwnersAmong,
  namedBy,
  ownedAs,
  ownedBy,
  ownersOf,
  ownsProduct,
} from './ownership.queries.ts'
