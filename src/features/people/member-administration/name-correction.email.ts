import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

type NameChangeParams = {
  site: Sender
  time: string
  from: string
  to: string
  /** How many existing certificates now show the new name. */
  certificates: number
}

export function renderNameChangedEmail({ site, time, from, to, certificates }: NameChangeParams): EmailContent {
  const issued =
    certificates === 0
      ? 'Your existing certificates keep the name they were issued with.'
      : 'Your existing certificates now show the new name, too.'
  return renderEmail({
    site,
    subject: 'Your name was corrected',
    preview: 'Please check that the new name is correct.',
    heading: 'Your name was corrected',
    paragraphs: [`Our support team corrected the name on your account at ${site.name} on ${time}. ${issued}`],
    table: [
      { label: 'Old name', value: from || 'No name' },
      { label: 'New name', value: to },
    ],
    afterward: [`If this isn’t right, ${describeReplyTo(site)}.`],
  })
}
