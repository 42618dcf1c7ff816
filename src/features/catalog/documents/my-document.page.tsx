import { KINDS, getOwnerPage } from '#shared/kinds.ts'
import { call } from '#web/client/api.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { ProductHeaderLayout } from '#features/foundation/products/ui/product-header.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { useNavigationMessage } from '#web/client/navigation-state.ts'
import { Notice } from '#web/ui/notice.tsx'
import { memberLoader } from '#web/client/load-state.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DescriptionSkeleton, WordsSkeleton } from '#web/ui/skeletons.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/my-document.page.ts'
import type { DocumentDetail, readMyDocument } from './documents.contract.ts'
import { DocumentOffer } from './ui/document-offer.tsx'
import { DocumentHeader } from './ui/document-view.tsx'
import { DocumentFiles, OwnedDocumentLayout } from './ui/owned-document-layout.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData?.view?.document_title ?? 'My Docs',
    ...(loaderData?.view && { path: getOwnerPage('document', loaderData.view.id_) }),
    isPersonal: true,
  })

export const clientLoader = memberLoader(({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof readMyDocument>('GET /Academy/api/mydocument/:id/', { params: { id }, signal }),
)

const MY_DOCUMENTS = <BackLink to={KINDS.document.owned.address}>{KINDS.document.owned.label}</BackLink>

export function HydrateFallback() {
  return (
    <OwnedDocumentLayout
      back={MY_DOCUMENTS}
      head={
        <ProductHeaderLayout
          words={
            <div role="status">
              <h1 className="sr-only">Loading...</h1>
              <WordsSkeleton title={['w-full', 'w-3/5 sm:hidden']} />
            </div>
          }
          picture={<Skeleton className="aspect-video rounded-card" />}
        />
      }
      side={<Skeleton className="h-77 rounded-card sm:max-md:h-64 md:h-75" />}
      about={<DescriptionSkeleton />}
    />
  )
}

export default function MyDocumentPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin>
      {(document) => <MyDocument document={document} />}
    </LoadedPage>
  )
}

function MyDocument({ document }: { document: DocumentDetail }) {
  const message = useNavigationMessage()
  return (
    <OwnedDocumentLayout
      back={MY_DOCUMENTS}
      message={message && <Notice kind="success">{message}</Notice>}
      head={<DocumentHeader document={document} />}
      side={
        document.isPurchased ? (
          <DocumentFiles files={document.files} />
        ) : (
          <DocumentOffer document={document} seenAs="member" note="You haven’t bought this document yet." />
        )
      }
      about={<Prose html={document.document_full_description_html} />}
    />
  )
}
