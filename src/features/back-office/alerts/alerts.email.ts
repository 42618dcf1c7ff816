import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import { formatTime } from '#shared/dates.ts'
import { type AlertChange, formatSummary, getAlertTitle } from './alerts.rules.ts'

type AlertsEmail = { site: Sender & { timeZone: string; language: string }; host: string; changes: AlertChange[] }

export function renderAlertsEmail({ site, host, changes }: AlertsEmail): EmailContent {
  const isOver = changes.every(({ is }) => is === 'over')
  return renderEmail({
    site,
    subject: `${formatSummary(changes)} (${host})`,
    preview: changes.map(({ text }) => text).join(' '),
    heading: isOver ? 'Resolved' : 'The academy needs your attention',
    paragraphs: changes.map(({ name, is, text, since }) => {
      const what = `${getAlertTitle(name)}, ${is === 'lasts' ? 'ongoing ' : ''}since ${formatTime(since, site.timeZone, site.language)}: ${text}.`
      return is === 'over' ? `Resolved: ${what}` : what
    }),
    afterward: [
      'We email you when an issue starts, once a day while it lasts, and when it is resolved. To see the current status, run `npm run academy -- doctor`.',
    ],
  })
}

export function renderTestAlertEmail(site: Sender, host: string): EmailContent {
  const message = 'This is a test alert sent with try-alerts. Nothing is wrong.'
  return renderEmail({
    site,
    subject: `Test alert (${host})`,
    preview: message,
    heading: 'Test alert',
    paragraphs: [message],
  })
}
