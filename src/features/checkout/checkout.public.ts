export { eraseCustomer } from './customers.service.ts'
