import { useNavigate } from 'react-router'
import { ownersPageOf } from '#shared/kinds.ts'
import { pageAddress } from '#shared/pages.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/loaded.ts'
import { telling } from '#web/client/told.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/evaluation.page.ts'
import type { readSteps } from './steps.contract.ts'
import type { listLicenses } from '#features/licenses/licenses.contract.ts'
import { CERTIFIED } from './ui/certified.ts'
import { LicensePart } from './ui/license-part.tsx'
import { EvaluationForm } from './ui/evaluation-form.tsx'
import '#web/ui/members.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Before your certificate', isPersonal: true })

export const clientLoader = memberLoader(({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) =>
  readBoth(id, signal),
)

/** Licenses only where one is needed. */
async function readBoth(id: string, signal: AbortSignal) {
  const steps = await call<typeof readSteps>('GET /Academy/api/course/examination/evaluation/:id/', {
    params: { id },
    signal,
  })
  if (!steps.needs_license || steps.has_certificate) return { steps, licenses: null }
  return { steps, licenses: await call<typeof listLicenses>('GET /Academy/api/account/licenses/', { signal }) }
}

export function HydrateFallback() {
  return (
    <div className="page-width max-w-[52rem] pt-4 sm:pt-6">
      <div role="status">
        <h1 className="sr-only">Loading...</h1>
      </div>
      <Skeleton className="mt-6 h-20" />
      <Skeleton className="mt-8 h-96" />
    </div>
  )
}

export default function EvaluationPage({ loaderData, params: { id } }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <LoadedPage loaded={loaderData} offerLogin>
      {({ steps, licenses }) => (
        <div className="page-width max-w-[52rem] pt-4 sm:pt-6">
          <BackLink to={ownersPageOf('course', id)}>Back to the lectures</BackLink>
          <h1 className="mb-4 text-2xl">
            <span className="block font-sans text-sm font-semibold tracking-normal text-muted">{steps.course}</span>{' '}
            {steps.has_certificate ? 'How was the course?' : 'Before your certificate'}
          </h1>
          {licenses && <LicensePart licenses={licenses} />}
          <EvaluationForm
            key={id}
            id={id}
            steps={steps}
            onRequested={() => void navigate(pageAddress('/MyAcademy/'), telling(CERTIFIED))}
          />
        </div>
      )}
    </LoadedPage>
  )
}
