import { useSearchParams } from 'react-router'
import type { readAccount } from '#features/people/accounts/accounts.contract.ts'
import { safeReturnPath } from '#features/people/accounts/ui/return-path.ts'
import type { readFactors } from '#features/people/two-factor/two-factor.contract.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { framedMeta, getView, type PageHandle } from '#web/shell/framed-page.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { LoadingBlock } from '#web/ui/loading-block.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/security.page.ts'
import type { listSessions } from './own-account.contract.ts'
import { accountActions } from './ui/account-actions.ts'
import { PasswordSection } from './ui/password-section.tsx'
import { securityActions } from './ui/security-actions.ts'
import { SecuritySection } from './ui/security-section.tsx'
import { SessionsSection } from './ui/sessions-section.tsx'

export const handle: PageHandle = { title: 'Security' }
export const meta = framedMeta

export const clientLoader = memberLoader(async ({ request: { signal } }: Route.ClientLoaderArgs) => {
  const factors = await call<typeof readFactors>('GET /Academy/api/account/factors/', { signal })
  // Until these staff have set up a second factor, they can use nothing else.
  if (factors.must_set_up) return { factors }
  const [account, sessions] = await Promise.all([
    call<typeof readAccount>('GET /Academy/api/account/', { signal }),
    call<typeof listSessions>('GET /Academy/api/account/sessions/', { signal }),
  ])
  return { factors, account, sessions }
})

export const clientAction = defineActions(accountActions, securityActions)

export function HydrateFallback() {
  return <LoadingBlock className="h-96" />
}

export default function SecurityPage({ loaderData }: Route.ComponentProps) {
  const { factors, account, sessions } = getView(loaderData)
  return (
    <div className="flex flex-col gap-12">
      {account && <PasswordSection username={account.username} />}
      <SecuritySection factors={factors} afterSetup={<ReturnLink />} />
      {sessions && <SessionsSection sessions={sessions} />}
    </div>
  )
}

/** For staff who were redirected here to set up a second factor: a link back to the page from which they came. */
function ReturnLink() {
  const [parameters] = useSearchParams()
  const next = parameters.get('next')
  if (next === null) return null
  return (
    <Notice kind="success" action={<ButtonAnchor href={safeReturnPath(next)}>Continue</ButtonAnchor>}>
      Two-factor authentication is on.
    </Notice>
  )
}
