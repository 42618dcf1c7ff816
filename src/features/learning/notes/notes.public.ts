export { eraseNotes, notesOfMember } from './erasure.queries.ts'
