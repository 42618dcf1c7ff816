import type { ReactNode } from 'react'
import { call } from '#web/api.ts'
import { DownloadButton } from '#web/download-button.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { PermissionPage } from '#web/permission-page.tsx'
import { Picture } from '#web/picture.tsx'
import { Prose } from '#web/prose.tsx'
import { storedToken } from '#web/session.ts'
import { Skeleton } from '#web/skeleton.tsx'
import { BackLink } from '#web/text-link.tsx'
import type { Route } from './+types/my-document.page.ts'
import type { DocumentDetail, readMyDocument } from './documents.contract.ts'
import { DocumentOffer } from './ui/document-offer.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, { title: loaderData?.document_title ?? 'My Docs', isPersonal: true })

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  if (storedToken() === undefined) {
    console.error('No token found')
    return undefined
  }
  try {
    return await call<typeof readMyDocument>('GET /Academy/api/mydocument/:id/', {
      params: { id: params.id },
      signal: request.signal,
    })
  } catch (error) {
    console.error(error)
    return undefined
  }
}

export function HydrateFallback() {
  return (
    <DocumentPlaces
      head={
        <>
          <div role="status">
            <h1 className="sr-only">Loading...</h1>
          </div>
          <Skeleton className="h-9 w-4/5" />
          <Skeleton className="mt-5 h-5 max-w-text" />
          <Skeleton className="mt-9 aspect-video rounded-card" />
        </>
      }
      side={<Skeleton className="h-60 rounded-card" />}
      about={
        <div className="flex max-w-text flex-col gap-3">
          <Skeleton />
          <Skeleton />
          <Skeleton className="h-5 w-4/5" />
        </div>
      }
    />
  )
}

export default function MyDocumentPage({ loaderData: document }: Route.ComponentProps) {
  if (!document) return <PermissionPage offerLogin />
  return (
    <DocumentPlaces
      head={
        <>
          <h1 className="text-2xl">{document.document_title}</h1>
          <p className="mt-3 max-w-text text-muted">{document.document_short_description}</p>
          <Picture
            images={document.images}
            src={document.imageURL}
            alt={document.document_title}
            sizes="(min-width: 1264px) 784px, (min-width: 900px) 60vw, 100vw"
            eager
            className="mt-7 rounded-card border border-line"
          />
        </>
      }
      side={
        document.isPurchased ? (
          <Files files={document.files} />
        ) : (
          <>
            <p className="mb-4 font-semibold">You don't own this document yet.</p>
            <DocumentOffer document={document} />
          </>
        )
      }
      about={<Prose html={document.document_full_description_html} />}
    />
  )
}

type DocumentPlacesProps = { head: ReactNode; side: ReactNode; about: ReactNode }

function DocumentPlaces({ head, side, about }: DocumentPlacesProps) {
  return (
    <div className="page-width pt-4 sm:pt-6">
      <BackLink to="/MyDocuments/">My Docs</BackLink>
      <div className="grid grid-cols-1 gap-x-14 gap-y-10 md:grid-cols-[minmax(0,1fr)_22.5rem] md:grid-rows-[auto_1fr]">
        <header>{head}</header>
        <aside className="md:row-span-2">{side}</aside>
        <section aria-labelledby="about">
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
    <section aria-labelledby="files" className="rounded-card border border-line bg-surface p-6">
      <h2 id="files" className="mb-4 text-lg">
        Downloadable Resources
      </h2>
      {files.length === 0 ? (
        <p className="text-sm text-muted">The files of this document are being prepared.</p>
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
