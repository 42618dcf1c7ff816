import { UnavailableError } from '#shared/unavailable-error.ts'
import type { Mail } from '../mail/mail.ts'

/**
 * Replaces the mail server in production until one is set up. Until then, emails wait, as if the server could not be
 * reached.
 */
export function createMissingMail(): Mail {
  return {
    send: () => Promise.reject(new UnavailableError('The mail server', new Error('no mail server is set up'))),
    close() {},
  }
}
