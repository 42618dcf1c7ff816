import { tryAlerts } from '#features/back-office/alerts/alerts.public.ts'
import { reason } from './finding.ts'
import { complain, misused, say, type Verb } from './verb.ts'

export const tryAlertsVerb = {
  usage: 'try-alerts',
  isReading: true,
  help: 'Sends a trial to OPERATOR_MAIL and to ALERT_WEBHOOK now, and tells whether each was taken: before there is anything to tell.',
  async run(deps) {
    const tried = await tryAlerts(deps)
    if (tried.length === 0)
      return misused('There is nobody to tell: set OPERATOR_MAIL, ALERT_WEBHOOK or both, and try again')
    const codes = tried.map(({ way, error }) =>
      error === undefined
        ? say(`${way}: taken. See whether it has arrived.`)
        : complain(`${way}: not taken (${reason(error)}). Mend the setting, or what is behind it, and try again.`),
    )
    return Math.max(...codes)
  },
} satisfies Verb
