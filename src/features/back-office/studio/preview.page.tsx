import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ProductHeader } from '#features/foundation/products/ui/product-header.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { formatDecimal, parseCents } from '#shared/money.ts'
import { pageAddress } from '#shared/pages.ts'
import { call } from '#web/client/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Route } from './+types/preview.page.ts'
import type { openProduct, OpenProduct, previewProduct } from './builder.contract.ts'
import { PhoneFrame, PreviewBar, PreviewSwitch, type Screen } from './ui/preview-bar.tsx'
import { PreviewCourse, PreviewPicture } from './ui/preview-course.tsx'
import { PreviewOffer } from './ui/preview-offer.tsx'
import { listRecordings, PreviewRecordings } from './ui/preview-recordings.tsx'
import {
  getPreviewLinks,
  isPreviewFrame,
  previewAddress,
  readPreviewSearch,
  trialExamAddress,
} from './ui/preview-frame.ts'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Preview', hasOwnFrame: true }
export const meta = studioMeta

type Preview = { product: OpenProduct; shown: EndpointReply<typeof previewProduct> }

export const clientLoader = studioLoader(
  async ({ params: { id }, request: { signal } }: Route.ClientLoaderArgs): Promise<Preview> => {
    const [product, shown] = await Promise.all([
      call<typeof openProduct>('GET /Academy/api/studio/products/:id/', { params: { id }, signal }),
      call<typeof previewProduct>('GET /Academy/api/studio/products/:id/preview/', { params: { id }, signal }),
    ])
    return { product, shown }
  },
)

// Loaded on demand: the route manifest, which every first visit loads, lists what a page always loads.
const PreviewLearner = lazy(async () => ({ default: (await import('./ui/preview-learner.tsx')).PreviewLearner }))

const VIEWERS = [
  ['visitor', 'Visitor'],
  ['learner', 'Learner'],
] as const

export default function PreviewPage({ loaderData }: Route.ComponentProps) {
  const preview = getView(loaderData)
  const { product, shown } = preview
  const location = useLocation()
  const navigate = useNavigate()
  const [screen, setScreen] = useState<Screen>('computer')
  const isFrame = isPreviewFrame(location)
  const { isLearner, lecture } = readPreviewSearch(location.search)
  const { id } = product
  const isVisible = isLearner ? product.address !== null : product.is_on_sale
  const learner = isLearner && shown.course && (
    <Suspense fallback={<Spinner />}>
      <PreviewLearner
        opened={product}
        detail={shown.course}
        lecture={lecture}
        links={getPreviewLinks(id, { isFrame })}
      />
    </Suspense>
  )
  const page = learner || <ProductView {...preview} />
  if (isFrame) return page
  return (
    <div className="pb-12">
      <PreviewBar
        back={{ to: pageAddress('/Studio/Catalogue/:id', { id }), text: 'Back to the draft' }}
        notice={
          <>
            Preview only. Until you publish, {isLearner ? 'learners' : 'visitors'} see{' '}
            {isVisible ? 'the last published version' : 'nothing'}.
          </>
        }
        screen={screen}
        onScreen={setScreen}
      >
        {shown.course && (
          <>
            <PreviewSwitch
              label="View as"
              options={VIEWERS}
              value={isLearner ? 'learner' : 'visitor'}
              onChange={(viewer) =>
                void navigate(previewAddress(id, { isFrame: false, isLearner: viewer === 'learner' }))
              }
            />
            <ButtonLink to={trialExamAddress(id, { isFrame: false })} variant="quiet">
              Try the exam
              <Icon name="arrow" />
            </ButtonLink>
          </>
        )}
      </PreviewBar>
      {screen === 'phone' ? (
        <PhoneFrame title="Phone preview" src={previewAddress(id, { isFrame: true, isLearner, lecture })} />
      ) : (
        <>
          {page}
          {!learner && (
            <div className="page-width mt-12">
              <PreviewRecordings recordings={listRecordings(product)} product={id} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** The draft as its public page will show it. */
function ProductView({ product, shown: { html, course } }: Preview) {
  if (course) return <PreviewCourse opened={product} detail={course} />
  const { id, kind, plan } = product
  const name = plan.name || 'Untitled'
  const cents = parseCents(plan.price)
  return (
    <div className="page-width pt-8 sm:pt-12">
      <div className="grid gap-x-14 gap-y-6 sm:gap-y-10 md:grid-cols-[minmax(0,1fr)_22.5rem]">
        <div className="flex flex-col gap-6">
          <ProductHeader title={name} text={plan.short} />
          <PreviewPicture file={plan.cover} product={id} alt={name} />
        </div>
        <aside className="md:row-span-2">
          <PreviewOffer kind={kind} name={name} price={cents === undefined ? '' : formatDecimal(cents)} />
        </aside>
        <section aria-labelledby="about" className="max-sm:mt-4">
          <h2 id="about" className="mb-4 text-xl">
            About this {kind}
          </h2>
          {html === '' ? <p className="text-muted">No description yet.</p> : <Prose html={html} />}
        </section>
      </div>
    </div>
  )
}
