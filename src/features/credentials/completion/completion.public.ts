export { getCompletion } from './completion.service.ts'
export {
  formatCertificateWait,
  formatMissingLecturesWarning,
  getCompletionTime,
  isWaitingForLectures,
} from './completion.rules.ts'
