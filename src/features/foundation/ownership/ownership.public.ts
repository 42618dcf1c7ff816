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
