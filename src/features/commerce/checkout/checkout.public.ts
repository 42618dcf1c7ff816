export { eraseCustomer } from './customers.service.ts'
export { customersOfMember, listErasedMembersWithCustomer } from './erasure.queries.ts'
