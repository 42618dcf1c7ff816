import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import { formatDateTime } from '#shared/dates.ts'
import { type AlertChange, formatSummary, getAlertTitle } from './alerts.rules.ts'

type AlertsEmail = { site: Sender & { timeZone: string; language: string }; host: string; changes: AlertChange[] }

export function renderAlertsEmail({ site, host, changes }: AlertsEmail): EmailContent {
  const isOver = changes.every(({ is }) => is === 'over')
  return renderEmail({
    site,
    subject: `${formatSummary(changes)} (${host})`,
    preview: changes.map(({ text }) => text).join(' '),
    heading: isOver ? 'This is over' : 'The academy needs you',
    paragraphs: changes.map(({ name, is, text, since }) => {
      const what = `${getAlertTitle(name)}, ${is === 'lasts' ? 'still, ' : ''}since ${formatDateTime(since, site.timeZone, site.language)}: ${text}.`
      return is === 'over' ? `Over now: ${what}` : what
    }),
    afterwards: [
      'Each is told once when it begins, once a day while it lasts, and when it is over. `npm run academy -- doctor` tells how it stands now.',
    ],
  })
}

export function renderTestAlertEmail(site: Sender, host: string): EmailContent {
  const message = 'Alerts arrive here: somebody tried it with try-alerts. Nothing has happened.'
  return renderEmail({
    site,
    subject: `A trial of alerts (${host})`,
    preview: message,
    heading: 'A trial of alerts',
    paragraphs: [message],
  })
}
