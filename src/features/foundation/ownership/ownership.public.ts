export {
  countOwners,
  findOwnedProduct,
  isClosedByDispute,
  isDisputedFor,
  isOwnedBy,
  filterOwners,
  toReferenceParams,
  ownedByReference,
  ownedBy,
  selectOwners,
  ownsProduct,
} from './ownership.queries.ts'
