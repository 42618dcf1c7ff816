export { eraseMails, mailFailing, mailsOfMember } from './mails.queries.ts'
export { MAILS_KEPT_DAYS, resultInWords, type SentMail } from './mails.rules.ts'
export { readMails } from './mails.service.ts'
