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
    subject: `Our answer about a question of ${courseName}`,
    preview: isUpheld ? 'You were right: we correct it.' : 'We have looked at it, and it stays as it is.',
    heading: isUpheld ? 'You were right' : 'We have looked at it',
    paragraphs: [
      `You wrote to us about this question of the examination of ${courseName}: ${question}`,
      isUpheld ? 'Something was wrong with it, and we correct it.' : 'The question stays as it is.',
      ...words.split(/\n+/u).filter((line) => line.trim() !== ''),
    ],
    button: { label: 'See what you wrote', address },
    afterwards: [
      isUpheld
        ? 'Where another answer counts from now on, we mark every paper that held the question again. Nobody loses anything by it, and who passes by it gets a mail.'
        : `If we have missed something, ${describeReplyTo(site)}.`,
    ],
  })
}
