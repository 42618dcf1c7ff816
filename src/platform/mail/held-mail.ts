import { UnavailableError } from '#shared/unavailable-error.ts'
import type { Mail } from './mail.ts'

/**
 * Wraps `mail`: while `isHeld` resolves to true, optional emails, which have an unsubscribe link, throw
 * `UnavailableError`, so that their jobs wait.
 */
export function holdOptionalEmails(mail: Mail, isHeld: () => Promise<boolean>): Mail {
  return {
    async send(message) {
      if (message.leave !== undefined && (await isHeld()))
        throw new UnavailableError('Optional email', new Error('the former address is not confirmed'))
      await mail.send(message)
    },
    close: () => mail.close(),
  }
}
