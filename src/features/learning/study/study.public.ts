export { selectMemberCompletions } from './erasure.queries.ts'
export { listMemberProgress } from './study.service.ts'
