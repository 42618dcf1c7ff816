export { renderEmailChangeEmail } from './email-change.email.ts'
export { formatLinkTime, getPendingEmail, requestEmailChangeFor } from './email-change.service.ts'
export { endSessionsByStaff, listSessionsForStaff } from './own-sessions.service.ts'
