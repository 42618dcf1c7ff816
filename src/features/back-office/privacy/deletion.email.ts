import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import { formatDate } from '#shared/dates.ts'

/** `day`: a date such as '2026-11-29'. */
export function renderDeletionEmail({
  site,
  day,
  address,
}: {
  site: Sender & { language: string }
  day: string
  address: string
}): EmailContent {
  return renderEmail({
    site,
    subject: 'Your account will be deleted',
    preview: `After ${formatDate(day, site.language)}, unless you cancel.`,
    heading: 'Your account will be deleted',
    paragraphs: [
      `You, or someone using your account, asked us to delete your account at ${site.name}. We’ll delete it after ${formatDate(day, site.language)}. Until then, nothing changes.`,
      'You’ll lose access to everything you bought with this account. This can’t be undone.',
    ],
    button: { label: 'Keep my account', address },
    afterward: [
      'Changed your mind? Log in, open your account page, and select “Keep my account.”',
      'If this wasn’t you, cancel the deletion now, and change your password.',
    ],
  })
}

export function renderDeletionCanceledEmail({ site, address }: { site: Sender; address: string }): EmailContent {
  return renderEmail({
    site,
    subject: 'We won’t delete your account',
    preview: 'The scheduled deletion was canceled.',
    heading: 'We won’t delete your account',
    paragraphs: [
      `You, or someone using your account, canceled the deletion of your account at ${site.name}. Nothing has changed.`,
    ],
    button: { label: 'Open my account', address },
    afterward: ['If this wasn’t you, change your password, then request the deletion again on your account page.'],
  })
}
