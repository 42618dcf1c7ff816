import { emailChanged } from '#features/people/accounts/accounts.public.ts'
import { orTell } from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import { tellProviderOfEmail } from './customers.service.ts'

export function checkoutJobs(deps: Deps): void {
  deps.jobs.handle(emailChanged, ({ memberId }) => orTell(deps, () => tellProviderOfEmail(deps, memberId)))
}
