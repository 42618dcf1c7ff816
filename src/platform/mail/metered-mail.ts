import { mailsSent } from '../metrics.ts'
import type { Mail } from './mail.ts'

/** Wraps `mail` to record metrics. */
export function withMailMetrics(mail: Mail): Mail {
  return {
    async send(message) {
      try {
        await mail.send(message)
        mailsSent.inc({ result: 'sent' })
      } catch (error) {
        mailsSent.inc({ result: 'failed' })
        throw error
      }
    },
    close: () => mail.close(),
  }
}
