export { eraseMails, hasSentMail, mailFailing, mailsOfMember } from './mails.queries.ts'
export { MAILS_KEPT_DAYS, resultInWords, type SentMail } from './mails.rules.ts'
export { failedMails, readMails } from './mails.service.ts'
