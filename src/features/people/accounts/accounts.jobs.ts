import { twoFactorChanged } from '#features/people/two-factor/two-factor.public.ts'
import type { Deps } from '#platform/deps.ts'
import { clearExpired, sendNewDeviceEmail } from './accounts.queues.ts'
import { deleteExpired } from './expired-accounts.service.ts'
import { deliverNewDeviceEmail } from './new-devices.service.ts'
import { deliverTwoFactorChangedEmail } from './two-factor-emails.service.ts'

export function accountJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(sendNewDeviceEmail, (data) => deliverNewDeviceEmail(deps, data))
  jobs.handle(twoFactorChanged, (change) => deliverTwoFactorChangedEmail(deps, change))
  // The job runs in an hour with little traffic. The time is in UTC.
  jobs.repeat(clearExpired, '23 8 * * *', () => deleteExpired(deps))
}
