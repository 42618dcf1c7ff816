export { eraseMails, hasSentMail, mailFailing, mailsOfMember } from './email-log.queries.ts'
export { MAILS_KEPT_DAYS, resultInWords, type SentMail } from './email-log.rules.ts'
export { failedMails, readMails } from './email-log.service.ts'
