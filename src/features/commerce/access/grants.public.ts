export { eraseGrantReasons, grantsOfMember } from './erasure.queries.ts'
export { listMemberGrants, listGrantableProducts } from './grants.queries.ts'
export { grantProduct, grantToMany, findGrantableProduct, revokeGrant } from './grants.service.ts'
