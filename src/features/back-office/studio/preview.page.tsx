import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { KINDS } from '#shared/kinds.ts'
import { pageAddress } from '#shared/pages.ts'
import { call } from '#web/client/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Route } from './+types/preview.page.ts'
import type { openProduct, OpenProduct, previewProduct } from './builder.contract.ts'
import { PhoneFrame, PreviewBar, PreviewSwitch, type Screen } from './ui/preview-bar.tsx'
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
const PreviewCourse = lazy(async () => ({ default: (await import('./ui/preview-course.tsx')).PreviewCourse }))
const PreviewLearner = lazy(async () => ({ default: (await import('./ui/preview-learner.tsx')).PreviewLearner }))
const PreviewPodcast = lazy(async () => ({ default: (await import('./ui/preview-podcast.tsx')).PreviewPodcast }))
const PreviewDocument = lazy(async () => ({ default: (await import('./ui/preview-document.tsx')).PreviewDocument }))

/** Who doesn't have the product. */
const getOutsider = (kind: OpenProduct['kind']) => (KINDS[kind].isPagePublic ? 'Visitor' : 'Member')

export default function PreviewPage({ loaderData }: Route.ComponentProps) {
  const preview = getView(loaderData)
  const { product } = preview
  const location = useLocation()
  const navigate = useNavigate()
  const [screen, setScreen] = useState<Screen>('computer')
  const isFrame = isPreviewFrame(location)
  const { isLearner, lecture } = readPreviewSearch(location.search)
  const { id, kind } = product
  const page = (
    <Suspense fallback={<Spinner />}>
      <PreviewedPage {...preview} />
    </Suspense>
  )
  if (isFrame) return page
  return (
    <div className="pb-12">
      <PreviewBar
        back={{ to: pageAddress('/Studio/Catalogue/:id', { id }), text: 'Back to the draft' }}
        notice={describePreview(product, isLearner)}
        screen={screen}
        onScreen={setScreen}
      >
        <PreviewSwitch
          label="View as"
          options={[
            ['outsider', getOutsider(kind)],
            ['learner', 'Learner'],
          ]}
          value={isLearner ? 'learner' : 'outsider'}
          onChange={(viewer) => void navigate(previewAddress(id, { isFrame: false, isLearner: viewer === 'learner' }))}
        />
        {kind === 'course' && product.plan['exam'] !== 'none' && (
          <ButtonLink to={trialExamAddress(id, { isFrame: false })} variant="quiet">
            Try the exam
            <Icon name="arrow" />
          </ButtonLink>
        )}
      </PreviewBar>
      {screen === 'phone' ? (
        <PhoneFrame title="Phone preview" src={previewAddress(id, { isFrame: true, isLearner, lecture })} />
      ) : (
        page
      )}
    </div>
  )
}

function describePreview({ kind, address, is_on_sale: isOnSale }: OpenProduct, isLearner: boolean): string {
  const isVisible = isLearner ? address !== null : isOnSale
  const stillShown = isVisible ? 'the last published version' : 'nothing'
  const login = isLearner || KINDS[kind].isPagePublic ? '' : ' Visitors log in before they see this page.'
  const viewer = isLearner ? 'learner' : getOutsider(kind).toLowerCase()
  return `Preview only. Until you publish, ${viewer}s see ${stillShown}.${login}`
}

/** The draft as the page that visitors or learners will see. */
function PreviewedPage({ product, shown: { course, podcast, document } }: Preview) {
  const location = useLocation()
  const { isLearner, lecture, isFrame } = readPreviewSearch(location.search)
  if (podcast) return <PreviewPodcast opened={product} detail={podcast} isLearner={isLearner} />
  if (document) return <PreviewDocument opened={product} detail={document} isLearner={isLearner} />
  if (!course) return null
  if (!isLearner) return <PreviewCourse opened={product} detail={course} />
  const links = getPreviewLinks(product.id, { isFrame })
  return <PreviewLearner opened={product} detail={course} lecture={lecture} links={links} />
}
