export { eraseEvaluations, evaluationsOfMember } from './evaluation-erasure.queries.ts'
export { type Given, evaluationOf, giveEvaluation, stepsBefore, summaryOf } from './evaluations.service.ts'
export { listEvaluatedCourses } from './evaluations.queries.ts'
export { missingInWords } from './evaluations.rules.ts'
