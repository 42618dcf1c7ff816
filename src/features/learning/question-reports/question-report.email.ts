import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import type { ReportOutcome } from './question-reports.rules.ts'

type AnsweredReport = {
  site: Sender
  courseName: string
  question: string
  outcome: ReportOutcome
  words: string
  address: string
}

export function renderReportAnswerEmail({
  site,
  courseName,
  question,
  outcome,
  words,
  address,
}: AnsweredReport): EmailContent {
  const isUpheld = outcome === 'upheld'
  return renderEmail({
    site,
    subject: `Question report: ${courseName}`,
    preview: isUpheld ? 'You were right, and we’re correcting it.' : 'We reviewed the question, and it won’t change.',
    heading: isUpheld ? 'You were right' : 'We reviewed your report',
    paragraphs: [
      `You reported this question on the ${courseName} exam: ${question}`,
      isUpheld ? 'You found a mistake, and we’re correcting it.' : 'The question won’t change.',
      ...words.split(/\n+/u).filter((line) => line.trim() !== ''),
    ],
    button: { label: 'View my report', address },
    afterward: [
      isUpheld
        ? 'If the correct answer changes, we regrade every exam with this question. No one loses points, and anyone who now passes gets an email.'
        : `If we missed something, ${describeReplyTo(site)}.`,
    ],
  })
}
