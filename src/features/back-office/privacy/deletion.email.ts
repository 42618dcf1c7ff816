import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import { formatLongDate } from '#shared/dates.ts'

/** `day`: '2026-11-29'. */
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
    subject: `Your account at ${site.name} will be deleted`,
    preview: `On ${formatLongDate(day, site.language)}, unless you keep it.`,
    heading: 'Your account will be deleted',
    paragraphs: [
      `Someone, most likely you, asked us to delete your account at ${site.name}. We do so in the night after ${formatLongDate(day, site.language)}. Until then nothing changes.`,
      'Deleting ends access to everything bought with the account, and cannot be undone.',
    ],
    button: { label: 'Keep my account', address },
    afterwards: [
      'If you change your mind, log in, open your account page and choose “Keep my account”.',
      'If this was not you, do that now, and choose a new password.',
    ],
  })
}

export function renderDeletionCanceledEmail({ site, address }: { site: Sender; address: string }): EmailContent {
  return renderEmail({
    site,
    subject: `Your account at ${site.name} stays`,
    preview: 'It is not going to be deleted.',
    heading: 'Your account stays',
    paragraphs: [
      `Someone, most likely you, took back the wish to delete your account at ${site.name}. Everything in it is as it was.`,
    ],
    button: { label: 'Open my account', address },
    afterwards: ['If this was not you, choose a new password, and ask for the deletion again on your account page.'],
  })
}
