import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { readFactors } from '#features/people/two-factor/two-factor.contract.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { LoadingBlock } from '#web/ui/loading-block.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/security.page.ts'
import { safeReturnPath } from '#features/people/accounts/ui/return-path.ts'
import { securityActions } from './ui/security-actions.ts'
import { SecuritySection } from './ui/security-section.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Security', isPersonal: true })

export const clientLoader = memberLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof readFactors>('GET /Academy/api/account/factors/', { signal }),
)

export const clientAction = defineActions(securityActions)

export function HydrateFallback() {
  return (
    <Frame>
      <LoadingBlock className="h-72 max-w-text" />
    </Frame>
  )
}

export default function SecurityPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin>
      {(factors) => (
        <Frame>
          <SecuritySection factors={factors} />
          {!factors.must_set_up && <ReturnLink />}
        </Frame>
      )}
    </LoadedPage>
  )
}

/** Staff sent here to set up a second factor continue to where they were going. */
function ReturnLink() {
  const [parameters] = useSearchParams()
  const next = parameters.get('next')
  if (next === null) return null
  return (
    <p className="mt-8">
      <ButtonAnchor href={safeReturnPath(next)}>Continue</ButtonAnchor>
    </p>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="page-width">
      <PageHeading title="Security" />
      <BackLink to="/Account/">Account</BackLink>
      <div className="mt-4">{children}</div>
    </div>
  )
}
