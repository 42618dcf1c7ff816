export { eraseCustomer } from './customers.service.ts'
export { customersOfMember, listErasedWithCustomer } from './erasure.queries.ts'
