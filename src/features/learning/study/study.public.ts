export { completionsOfMember } from './erasure.queries.ts'
export { progressOfMember } from './study.service.ts'
