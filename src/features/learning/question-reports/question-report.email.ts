import {
  type EmailSite,
  getNameValues,
  type MemberNames,
  renderEditableEmail,
} from '#features/foundation/email-texts/email-texts.public.ts'
import { describeReplyTo, type EmailContent } from '#platform/mail/email-template.ts'
import type { ReportOutcome } from './question-reports.rules.ts'

type AnsweredReport = {
  site: EmailSite
  member: MemberNames
  courseName: string
  question: string
  outcome: ReportOutcome
  words: string
  address: string
}

export function renderReportAnswerEmail({
  site,
  member,
  courseName,
  question,
  outcome,
  words,
  address,
}: AnsweredReport): EmailContent {
  const isUpheld = outcome === 'upheld'
  return renderEditableEmail(isUpheld ? 'report_upheld' : 'report_declined', {
    site,
    values: { ...getNameValues(member), course: courseName, question },
    preview: isUpheld ? 'You were right, and we’re correcting it.' : 'We reviewed the question, and it won’t change.',
    heading: isUpheld ? 'You were right' : 'We reviewed your report',
    paragraphs: words.split(/\n+/u).filter((line) => line.trim() !== ''),
    button: { label: 'View my report', address },
    afterward: [
      isUpheld
        ? 'If the correct answer changes, we regrade every exam with this question. No one loses points, and anyone who now passes gets an email.'
        : `If we missed something, ${describeReplyTo(site)}.`,
    ],
  })
}
