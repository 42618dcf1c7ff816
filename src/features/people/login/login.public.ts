export { sendVerificationAgain } from './email-verification.service.ts'
export { createMember } from './registration.service.ts'
