export { type Attempt, bestCountedAttempt } from './exams.queries.ts'
export { isPassed } from './exams.rules.ts'
