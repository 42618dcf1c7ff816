export { countBounces, eraseEmails, hasSentEmail, findEmailOutage, selectMemberEmails } from './email-log.queries.ts'
export { EMAIL_RETENTION_DAYS, formatEmailResult, type EmailLogEntry } from './email-log.rules.ts'
export { getFailedEmailCount, readEmailLog } from './email-log.service.ts'
