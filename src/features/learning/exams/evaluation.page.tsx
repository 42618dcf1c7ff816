import { useState } from 'react'
import { useNavigate } from 'react-router'
import { getOwnerPage } from '#shared/kinds.ts'
import { pageAddress } from '#shared/pages.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { withMessage } from '#web/client/navigation-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { Route } from './+types/evaluation.page.ts'
import type { readCertificateSteps } from './certificate-steps.contract.ts'
import { licenseActions } from '#features/credentials/contact-hours/ui/license-actions.ts'
import type { listLicenses } from '#features/credentials/contact-hours/licenses.contract.ts'
import { CERTIFICATE_REQUESTED_MESSAGE } from './ui/certificate-requested.ts'
import { LectureLinks } from './ui/lecture-links.tsx'
import { LicenseSection } from './ui/license-part.tsx'
import { evaluationActions } from './ui/evaluation-actions.ts'
import { EvaluationForm, getIntroduction } from './ui/evaluation-form.tsx'
import '#web/ui/members.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Before you get your certificate', isPersonal: true })

export const clientLoader = memberLoader(({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) =>
  loadStepsAndLicenses(id, signal),
)

/** Loads licenses only if the course requires one. */
async function loadStepsAndLicenses(id: string, signal: AbortSignal) {
  const steps = await call<typeof readCertificateSteps>('GET /Academy/api/course/examination/evaluation/:id/', {
    params: { id },
    signal,
  })
  if (!steps.needs_license || steps.has_certificate) return { steps, licenses: null }
  return { steps, licenses: await call<typeof listLicenses>('GET /Academy/api/account/licenses/', { signal }) }
}

export const clientAction = defineActions(evaluationActions, licenseActions)

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
  return (
    <LoadedPage loaded={loaderData} offerLogin>
      {({ steps, licenses }) => (
        <div className="page-width max-w-[52rem] pt-4 sm:pt-6">
          <BackLink to={getOwnerPage('course', id)}>Back to the lectures</BackLink>
          <h1 className="mb-4 text-2xl">
            <span className="block font-sans text-sm font-semibold tracking-normal text-muted">{steps.course}</span>{' '}
            {steps.has_certificate ? 'How was the course?' : 'Before you get your certificate'}
          </h1>
          {steps.has_passed && steps.lectures.wait !== null && !steps.has_certificate ? (
            <EmptyState icon="book" title={steps.lectures.wait}>
              <p className="text-sm text-muted">Complete these lectures:</p>
              <LectureLinks courseId={id} lectures={steps.lectures.missing} />
            </EmptyState>
          ) : steps.has_passed ? (
            <CertificateStepsForm key={id} id={id} steps={steps} licenses={licenses} />
          ) : steps.exam ? (
            <EmptyState icon="book" title="Complete all lectures to continue">
              <LectureLinks courseId={id} lectures={steps.lectures.missing} />
            </EmptyState>
          ) : (
            <EmptyState icon="book" title="Pass the exam to continue">
              <ButtonLink to={pageAddress('/Examination/:id', { id })} variant="study">
                Take the Examination
              </ButtonLink>
            </EmptyState>
          )}
        </div>
      )}
    </LoadedPage>
  )
}

type CertificateStepsFormProps = {
  id: string
  steps: EndpointReply<typeof readCertificateSteps>
  /** Null if no license is required. */
  licenses: EndpointReply<typeof listLicenses> | null
}

function CertificateStepsForm({ id, steps, licenses: loaded }: CertificateStepsFormProps) {
  const navigate = useNavigate()
  const [licenses, setLicenses] = useState(loaded)
  const [isMarked, setMarked] = useState(false)
  const isMissing = licenses?.length === 0
  return (
    <>
      <p className="mb-8 max-w-text text-pretty">{getIntroduction(steps)}</p>
      {steps.lectures.warning !== null && !steps.has_certificate && (
        <Notice className="mb-8">{steps.lectures.warning}</Notice>
      )}
      {licenses && <LicenseSection licenses={licenses} isMarked={isMarked && isMissing} onChange={setLicenses} />}
      <EvaluationForm
        id={id}
        steps={steps}
        lacksLicense={isMissing}
        onLicenseMissing={() => setMarked(true)}
        onRequested={() => void navigate(pageAddress('/MyAcademy/'), withMessage(CERTIFICATE_REQUESTED_MESSAGE))}
      />
    </>
  )
}
