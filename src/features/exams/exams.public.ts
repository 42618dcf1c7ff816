export { bestCountedAttempt } from './exams.queries.ts'
export { isPassed } from './exams.rules.ts'
