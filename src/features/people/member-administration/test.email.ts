import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

export function renderTestEmail(site: Sender): EmailContent {
  return renderEmail({
    site,
    subject: `Test email from ${site.name}`,
    preview: 'Email works, and this is how it looks.',
    heading: 'Email works',
    paragraphs: [
      `You sent this test email from the studio of ${site.name}. Members’ emails look like this, with the academy’s name and address below.`,
    ],
  })
}
