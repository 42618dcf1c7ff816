export { readNewFiles, readSoon } from './indexing.service.ts'
export { listChangedHours } from './reindexing.queries.ts'
