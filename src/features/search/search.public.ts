export { readNewFiles, readSoon } from './reading.service.ts'
export { listChangedHours } from './rereading.queries.ts'
