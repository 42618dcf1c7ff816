import { sendTestAlerts } from '#features/back-office/alerts/alerts.public.ts'
import { describeError } from './finding.ts'
import { printError, printUsageError, printLine, type Command } from './command.ts'

export const tryAlertsCommand = {
  usage: 'try-alerts',
  isReading: true,
  help: 'Sends a trial to OPERATOR_MAIL and to ALERT_WEBHOOK now, and tells whether each was taken: before there is anything to tell.',
  async run(deps) {
    const tried = await sendTestAlerts(deps)
    if (tried.length === 0)
      return printUsageError('There is nobody to tell: set OPERATOR_MAIL, ALERT_WEBHOOK or both, and try again')
    const codes = tried.map(({ way, error }) =>
      error === undefined
        ? printLine(`${way}: taken. See whether it has arrived.`)
        : printError(
            `${way}: not taken (${describeError(error)}). Mend the setting, or what is behind it, and try again.`,
          ),
    )
    return Math.max(...codes)
  },
} satisfies Command
