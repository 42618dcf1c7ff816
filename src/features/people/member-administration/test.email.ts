import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

export function renderTestEmail(site: Sender): EmailContent {
  return renderEmail({
    site,
    subject: `A trial from ${site.name}`,
    preview: 'Mails go out, and this is how they look.',
    heading: 'Mails go out',
    paragraphs: [
      `You asked for this mail in the studio of ${site.name}. It looks like those that members get, with your name and address below.`,
    ],
  })
}
