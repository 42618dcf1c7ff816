export { readNewFiles } from './reading.service.ts'
export { READ_AT_ONCE } from './reading.queries.ts'
