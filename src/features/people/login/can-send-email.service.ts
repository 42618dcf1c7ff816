import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'

/** Call this before asking people to wait for an email: in production, no mail server may be set up yet. */
export function assertCanSendEmail({ services }: Pick<Deps, 'services'>): void {
  if (!services.canSendEmail)
    throw new AppError('unavailable', 'We can’t send emails yet, so this doesn’t work yet. Please come back soon.')
}
