import type { ReactNode } from 'react'
import type { readFactors } from '#features/factors/factors.contract.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/loaded.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/security.page.ts'
import { SecuritySection } from './ui/security-section.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Security', isPersonal: true })

export const clientLoader = memberLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof readFactors>('GET /Academy/api/account/factors/', { signal }),
)

export function HydrateFallback() {
  return (
    <Frame>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Skeleton className="h-72 max-w-text" />
    </Frame>
  )
}

export default function SecurityPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin>
      {(factors) => (
        <Frame>
          <SecuritySection factors={factors} />
        </Frame>
      )}
    </LoadedPage>
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
