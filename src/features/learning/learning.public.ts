export { completionsOfMember } from './erasing.queries.ts'
