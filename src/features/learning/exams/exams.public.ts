export type { Figures } from './analysis.rules.ts'
export { countAttempts, listAttempts } from './attempts.queries.ts'
export {
  type AnalysedQuestion,
  analysisOfCourse,
  type MissedQuestion,
  questionsAlmostEverybodyMisses,
} from './analysis.service.ts'
export { attemptsOfMember, eraseAnswers } from './erasure.queries.ts'
export { effectOfKey, keysToMarkBy, markAgain, type MarkingEffect } from './regrading.service.ts'
export { type Result, resultsOfCourse, resultsOfMember } from './results.service.ts'
