export { readNewFiles } from './indexing.service.ts'
export { listChangedHours } from './reindexing.queries.ts'
