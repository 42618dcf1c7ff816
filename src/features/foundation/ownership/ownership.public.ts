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
  selectAccesses,
  selectOwners,
  ownsProduct,
} from './ownership.queries.ts'
