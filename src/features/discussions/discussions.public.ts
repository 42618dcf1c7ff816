export { countWaiting } from './waiting.queries.ts'
export { discussionsOfMember, eraseDiscussions } from './erasing.queries.ts'
export { leadThread } from './leading.service.ts'
