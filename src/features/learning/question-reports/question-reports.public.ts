export { countWaiting } from './review-queue.queries.ts'
export { answerContest } from './review-queue.service.ts'
export { contestsOfMember, eraseContests } from './erasure.queries.ts'
