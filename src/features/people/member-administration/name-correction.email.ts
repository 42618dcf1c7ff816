import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

type NameChangeParams = {
  site: Sender
  time: string
  from: string
  to: string
  /** Number of existing certificates that now print the new name. */
  certificates: number
}

export function renderNameChangedEmail({ site, time, from, to, certificates }: NameChangeParams): EmailContent {
  const issued =
    certificates === 0
      ? 'Certificates that you have keep the name that they were issued with.'
      : 'Your certificates of before show the new name, too, wherever they are checked.'
  return renderEmail({
    site,
    subject: `Your name at ${site.name} was corrected`,
    preview: 'Please look whether it is right now.',
    heading: 'Your name was corrected',
    paragraphs: [`On ${time} somebody who works for ${site.name} corrected the name of your account. ${issued}`],
    table: [
      { label: 'Before', value: from || 'No name' },
      { label: 'New', value: to },
    ],
    afterwards: [`If this is not right, ${describeReplyTo(site)}.`],
  })
}
