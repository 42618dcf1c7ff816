export { indexNewFiles } from './indexing.service.ts'
export { listChangedHours } from './reindexing.queries.ts'
