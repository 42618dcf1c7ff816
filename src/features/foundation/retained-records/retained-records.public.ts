export { deleteExpiredRecords, findSealed, insertRetainedRecords, listSealed } from './retained-records.queries.ts'
export { saveSealedRecords, tryUnseal, readRetainedRecords, getRecordSeal } from './retained-records.service.ts'
