import { useState } from 'react'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { framedMeta, getView, type PageHandle } from '#web/shell/framed-page.ts'
import { LoadingBlock } from '#web/ui/loading-block.tsx'
import type { Route } from './+types/licenses.page.ts'
import type { listLicenses } from './licenses.contract.ts'
import { licenseActions } from './ui/license-actions.ts'
import { Licenses } from './ui/licenses.tsx'

export const handle: PageHandle = { title: 'License numbers' }
export const meta = framedMeta

export const clientLoader = memberLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof listLicenses>('GET /Academy/api/account/licenses/', { signal }),
)

export const clientAction = defineActions(licenseActions)

export function HydrateFallback() {
  return <LoadingBlock className="h-96" />
}

export default function LicensesPage({ loaderData }: Route.ComponentProps) {
  const [licenses, setLicenses] = useState(getView(loaderData))
  return (
    <>
      <p className="mb-6 max-w-text text-pretty">
        Optional. If a course awards contact hours, we print your license numbers on its certificate PDF and report them
        to the accrediting body. They’re never shown publicly. Issued certificates keep the numbers they were issued
        with.
      </p>
      <Licenses given={licenses} onChange={setLicenses} />
    </>
  )
}
