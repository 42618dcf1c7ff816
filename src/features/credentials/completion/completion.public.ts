export { getCompletion } from './completion.service.ts'
export {
  formatCertificateWait,
  formatHoursWarning,
  getCompletionTime,
  isWaitingForLectures,
} from './completion.rules.ts'
