export { selectMemberCompletions } from './erasure.queries.ts'
