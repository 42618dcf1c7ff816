import { sendTestAlerts } from '#features/back-office/alerts/alerts.public.ts'
import { describeError } from '#platform/finding.ts'
import { printError, printUsageError, printLine, type Command } from './command.ts'

export const tryAlertsCommand = {
  usage: 'try-alerts',
  isReading: true,
  help: 'Sends a test alert to OPERATOR_MAIL and ALERT_WEBHOOK now, and reports whether each accepted it.',
  async run(deps) {
    const tried = await sendTestAlerts(deps)
    if (tried.length === 0)
      return printUsageError('Alerts have no recipient. Set OPERATOR_MAIL, ALERT_WEBHOOK, or both, and try again.')
    const codes = tried.map(({ way, error }) =>
      error === undefined
        ? printLine(`${way}: accepted. Check that it arrived.`)
        : printError(
            `${way}: not accepted (${describeError(error)}). Fix the setting or the server it points to and try again.`,
          ),
    )
    return Math.max(...codes)
  },
} satisfies Command
