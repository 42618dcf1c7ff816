export { eraseNotes, selectMemberNotes } from './erasure.queries.ts'
