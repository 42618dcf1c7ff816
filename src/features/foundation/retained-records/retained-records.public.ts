export { deleteKeptUntil, findSealed, insertKept, listSealed } from './retained-records.queries.ts'
export { keepSealed, opened, readKept, sealOfRecord } from './retained-records.service.ts'
