export { renderPasswordResetEmail } from './password-reset.email.ts'
export { renderVerificationEmail } from './verification.email.ts'
export { sendVerificationAgain } from './verification.service.ts'
export { createMember } from './registration.service.ts'
