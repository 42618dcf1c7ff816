export { countUnansweredThreads } from './unanswered.queries.ts'
export { selectMemberDiscussions, eraseDiscussions } from './erasure.queries.ts'
export { findPost as findReadable } from './discussions.queries.ts'
export { toReader } from './discussions.service.ts'
export { findPostInAnyCourse, hidePost, unhidePost } from './hiding.queries.ts'
export { pinOrLockThread } from './thread-actions.service.ts'
export { lockThread } from './posting.queries.ts'
export {
  getPostAddress,
  withdrawAnswerNotification,
  withdrawPostNotifications,
} from './discussion-notifications.service.ts'
