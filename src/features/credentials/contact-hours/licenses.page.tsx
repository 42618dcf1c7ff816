import { useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { LoadingBlock } from '#web/ui/loading-block.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/licenses.page.ts'
import type { listLicenses } from './licenses.contract.ts'
import { licenseActions } from './ui/license-actions.ts'
import { Licenses } from './ui/licenses.tsx'
import '#web/ui/members.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'License numbers', isPersonal: true })

export const clientLoader = memberLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof listLicenses>('GET /Academy/api/account/licenses/', { signal }),
)

export const clientAction = defineActions(licenseActions)

export function HydrateFallback() {
  return (
    <div className="page-width">
      <PageHeading title="License numbers" />
      <LoadingBlock className="h-72 max-w-[48rem]" />
    </div>
  )
}

export default function LicensesPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin>
      {(licenses) => (
        <div className="page-width">
          <PageHeading title="License numbers" />
          <BackLink to="/Account/">Account</BackLink>
          <div className="mt-4 max-w-[48rem]">
            <p className="mb-6 max-w-text text-pretty">
              Optional. If a course awards contact hours, we print your license numbers on its certificate PDF and
              report them to the accrediting body. They’re never shown publicly. Issued certificates keep the numbers
              they were issued with.
            </p>
            <LicensesContent licenses={licenses} />
          </div>
        </div>
      )}
    </LoadedPage>
  )
}

function LicensesContent({ licenses: loaded }: { licenses: EndpointReply<typeof listLicenses> }) {
  const [licenses, setLicenses] = useState(loaded)
  return <Licenses given={licenses} onChange={setLicenses} />
}
