export { type EnrollmentResult, enrollMembers } from './enrollment.service.ts'
