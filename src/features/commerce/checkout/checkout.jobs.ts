import { emailChanged } from '#features/people/accounts/account-emails.public.ts'
import { runOrReport } from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import { syncCustomerEmail } from './customers.service.ts'

export function checkoutJobs(deps: Deps): void {
  deps.jobs.handle(emailChanged, ({ memberId }) => runOrReport(deps, () => syncCustomerEmail(deps, memberId)))
}
