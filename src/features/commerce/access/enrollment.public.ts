export { grantByEmail } from './email-grants.service.ts'
export { listEnrollmentsToUndo, undoEnrollment } from './undo-enrollment.service.ts'
export { type EnrollmentResult, enrollMembers, enrollPeople } from './enrollment.service.ts'
export { renderEnrollmentEmail, renderInvitationEmail } from './enrollment.email.ts'
