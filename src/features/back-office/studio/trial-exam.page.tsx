import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import type { openTrialExam } from '#features/learning/exams/trial-exams.contract.ts'
import { pageAddress } from '#shared/pages.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Route } from './+types/trial-exam.page.ts'
import type { openProduct, OpenProduct } from './builder.contract.ts'
import { FindingList } from './ui/builder/finding-list.tsx'
import { PhoneFrame, PreviewBar, type Screen } from './ui/preview-bar.tsx'
import { getPreviewLinks, isPreviewFrame, previewAddress, trialExamAddress } from './ui/preview-frame.ts'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'
import { trialExamActions } from './ui/trial-exam-actions.ts'

export const handle: StudioHandle = { title: 'Trial exam', hasOwnFrame: true }
export const meta = studioMeta

// Loaded on demand: the route manifest, which every first visit loads, lists what a page always loads.
const TrialExam = lazy(async () => ({ default: (await import('./ui/trial-exam.tsx')).TrialExam }))

export const clientLoader = studioLoader(async ({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) => {
  const [product, exam] = await Promise.all([
    call<typeof openProduct>('GET /Academy/api/studio/products/:id/', { params: { id }, signal }),
    call<typeof openTrialExam>('GET /Academy/api/studio/products/:id/trial-exam/', { params: { id }, signal }),
  ])
  return { product, exam }
})

export const clientAction = defineActions(trialExamActions)

export default function TrialExamPage({ loaderData }: Route.ComponentProps) {
  const { product, exam } = getView(loaderData)
  const isFrame = isPreviewFrame(useLocation())
  const [screen, setScreen] = useState<Screen>('computer')
  const [hasPhone, setHasPhone] = useState(false)
  const { id } = product
  const trial =
    exam.questions.length === 0 ? (
      <NoQuestions id={id} />
    ) : (
      <Suspense fallback={<Spinner />}>
        <TrialExam id={id} exam={exam} links={getPreviewLinks(id, { isFrame })} />
      </Suspense>
    )
  if (isFrame) return trial
  return (
    <div className="pb-12">
      <PreviewBar
        back={{ to: previewAddress(id, { isFrame: false }), text: 'Back to the preview' }}
        notice="Trial only. You see what learners see, but nothing you answer is saved or counted."
        screen={screen}
        onScreen={(chosen) => {
          setScreen(chosen)
          if (chosen === 'phone') setHasPhone(true)
        }}
      />
      <LeftOut product={product} hasQuestions={exam.questions.length > 0} />
      {/* Hidden, not removed, so that each screen keeps its answers. */}
      <div hidden={screen !== 'computer'}>{trial}</div>
      {hasPhone && (
        <div hidden={screen !== 'phone'}>
          <PhoneFrame title="Phone trial exam" src={trialExamAddress(id, { isFrame: true })} />
        </div>
      )}
    </div>
  )
}

/** Questions that can't be asked yet, and why: single ones, or those after the maximum number. */
function LeftOut({ product, hasQuestions }: { product: OpenProduct; hasQuestions: boolean }) {
  const findings = product.findings.filter(
    ({ at }) => at[0] === 'examination' && at[1] === 'questions' && (at.length > 2 || hasQuestions),
  )
  if (findings.length === 0) return null
  return (
    <section aria-labelledby="left-out" className="page-width mt-6">
      <h2 id="left-out" className="mb-2 text-base font-semibold">
        Questions left out until you fix them
      </h2>
      <FindingList product={product} findings={findings} />
    </section>
  )
}

function NoQuestions({ id }: { id: string }) {
  return (
    <div className="page-width pt-8">
      <h1 className="sr-only">Trial exam</h1>
      <EmptyState icon="file" title="This exam has no complete questions yet.">
        <ButtonLink to={pageAddress('/Studio/Catalogue/:id/Examination', { id })}>Go to the exam</ButtonLink>
      </EmptyState>
    </div>
  )
}
