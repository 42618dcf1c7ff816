export { eraseNotes, notesOfMember } from './erasing.queries.ts'
