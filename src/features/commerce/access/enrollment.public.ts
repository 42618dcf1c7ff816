export { grantByEmail } from './email-grants.service.ts'
export { listEnrollmentsToUndo, undoEnrollment } from './undo-enrollment.service.ts'
export {
  type Enrollment,
  type EnrollmentResult,
  enrollMembers,
  enrollPeople,
  readFileOf,
} from './enrollment.service.ts'
export type { EnrollmentFile } from './enrollment-file.service.ts'
export { renderEnrollmentEmail, renderInvitationEmail } from './enrollment.email.ts'
