import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'

/**
 * Throws if no email can be sent. Call this before the page asks people to wait for an email, because in production,
 * there may be no mail server yet.
 */
export function assertCanSendEmail({ services }: Pick<Deps, 'services'>): void {
  if (!services.canSendEmail)
    throw new AppError('unavailable', 'This isn’t available yet because we can’t send emails. Please try again later.')
}
