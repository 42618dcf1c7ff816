export { sendVerificationAgain } from './verification.service.ts'
export { createMember } from './registration.service.ts'
