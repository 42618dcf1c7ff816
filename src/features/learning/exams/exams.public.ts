export type { QuestionStats, Reliability } from './analysis.rules.ts'
export { countAttempts, listAttempts } from './attempts.queries.ts'
export {
  type AnalyzedQuestion,
  analyzeCourse,
  analyzeReliability,
  type MissedQuestion,
  listMostMissedQuestions,
} from './analysis.service.ts'
export { issueAwaitedCertificate } from './exams.queues.ts'
export { selectMemberAttempts, eraseExamAnswers } from './erasure.queries.ts'
export { renderPassedAfterRegradingEmail } from './passed-after-regrading.email.ts'
export { getKeyEffect, listPendingRegrades, applyRegrade, type KeyEffect } from './regrading.service.ts'
export { type ExamResultRow, listCourseResults, listMemberResults } from './results.service.ts'
