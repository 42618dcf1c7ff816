export type { CourseCompletion } from './completion.rules.ts'
export { getCompletion } from './completion.service.ts'
export {
  formatCertificateWait,
  formatMissingLecturesWarning,
  getCompletionTime,
  hasEarnedByLectures,
  isWaitingForLectures,
} from './completion.rules.ts'
