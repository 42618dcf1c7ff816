export { eraseCustomer } from './customers.service.ts'
export { customersOfMember, listErasedWithCustomer } from './erasing.queries.ts'
