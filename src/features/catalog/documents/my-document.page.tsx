import type { ReactNode } from 'react'
import { KINDS, getOwnerPage } from '#shared/kinds.ts'
import { call } from '#web/client/api.ts'
import { DownloadButton } from '#web/ui/download-button.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { ProductHeader, ProductHeaderLayout } from '#features/foundation/products/ui/product-header.tsx'
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

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData?.view?.document_title ?? 'My Docs',
    ...(loaderData?.view && { path: getOwnerPage('document', loaderData.view.id_) }),
    isPersonal: true,
  })

export const clientLoader = memberLoader(({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof readMyDocument>('GET /Academy/api/mydocument/:id/', { params: { id }, signal }),
)

export function HydrateFallback() {
  return (
    <DocumentFilesPage
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
    <DocumentFilesPage
      message={message && <Notice kind="success">{message}</Notice>}
      head={
        <ProductHeader
          title={document.document_title}
          text={document.document_short_description}
          image={{ images: document.images, src: document.imageURL, alt: document.document_title }}
        />
      }
      side={
        document.isPurchased ? (
          <Files files={document.files} />
        ) : (
          <DocumentOffer document={document} seenAs="member" note="You haven’t bought this document yet." />
        )
      }
      about={<Prose html={document.document_full_description_html} />}
    />
  )
}

type DocumentFilesPageProps = { message?: ReactNode; head: ReactNode; side: ReactNode; about: ReactNode }

function DocumentFilesPage({ message, head, side, about }: DocumentFilesPageProps) {
  return (
    <div className="page-width pt-4 sm:pt-6">
      <BackLink to={KINDS.document.owned.address}>{KINDS.document.owned.label}</BackLink>
      {message && <div className="mb-6">{message}</div>}
      <div className="grid grid-cols-1 gap-x-14 gap-y-6 sm:gap-y-10 md:grid-cols-[minmax(0,1fr)_22.5rem] md:grid-rows-[auto_1fr]">
        {head}
        <aside className="md:row-span-2">{side}</aside>
        <section aria-labelledby="about" className="max-sm:mt-4">
          <h2 id="about" className="mb-4 text-xl">
            About this document
          </h2>
          {about}
        </section>
      </div>
    </div>
  )
}

function Files({ files }: Pick<DocumentDetail, 'files'>) {
  return (
    <section aria-labelledby="files" className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <h2 id="files" className="mb-4 text-lg">
        Downloadable Resources
      </h2>
      {files.length === 0 ? (
        <p className="text-sm text-muted">The files for this document are coming soon.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {files.map(({ fileName, fileURL }) => (
            <li key={fileURL}>
              <DownloadButton name={fileName} url={fileURL} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
