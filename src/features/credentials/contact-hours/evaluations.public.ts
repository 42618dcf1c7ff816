export { eraseEvaluations, evaluationsOfMember } from './evaluation-erasure.queries.ts'
export {
  type EvaluationInput,
  getEvaluation,
  submitEvaluation,
  getCertificateRequirements,
  getEvaluationSummary,
} from './evaluations.service.ts'
export { hasExam, listEvaluatedCourses } from './evaluations.queries.ts'
export { formatMissingSteps } from './evaluations.rules.ts'
