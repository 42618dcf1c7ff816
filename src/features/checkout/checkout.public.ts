export { eraseCustomer } from './customers.service.ts'
export { customersOfMember } from './erasing.queries.ts'
