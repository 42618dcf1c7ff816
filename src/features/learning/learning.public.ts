export { completionsOfMember } from './erasing.queries.ts'
export { progressOfMember } from './learning.service.ts'
