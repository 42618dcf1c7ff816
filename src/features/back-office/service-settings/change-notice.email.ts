import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

type ChangeNotice = { site: Sender; kind: 'mail' | 'cards'; time: string; by: string; address: string }

export function renderChangeNotice({ site, kind, time, by, address }: ChangeNotice): EmailContent {
  const what = kind === 'mail' ? 'email settings' : 'payment settings'
  return renderEmail({
    site,
    subject: kind === 'mail' ? 'Email settings were changed' : 'Payment settings were changed',
    preview: 'If you or another owner did this, you don’t need to do anything.',
    heading: kind === 'mail' ? 'Email settings were changed' : 'Payment settings were changed',
    paragraphs: [
      `${by} changed or confirmed the ${what} for ${site.name} on ${time}. We sent this email to all owners.`,
      'If you or another owner did this, you don’t need to do anything.',
    ],
    button: { label: 'Check the settings', address },
    afterward: [
      'If none of you did this, change the settings back, lock the account that made the change, and change your passwords.',
    ],
  })
}
