export { countWaiting } from './docket.queries.ts'
export { answerContest } from './docket.service.ts'
export { contestsOfMember, eraseContests } from './erasing.queries.ts'
