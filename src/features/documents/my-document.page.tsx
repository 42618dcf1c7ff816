import { call } from '#web/api.ts'
import { ButtonAnchor } from '#web/button.tsx'
import { Icon } from '#web/icon.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { PermissionPage } from '#web/permission-page.tsx'
import { Picture } from '#web/picture.tsx'
import { Prose } from '#web/prose.tsx'
import { storedToken } from '#web/session.ts'
import { PageLoading } from '#web/skeleton.tsx'
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
  return <PageLoading />
}

export default function MyDocumentPage({ loaderData: document }: Route.ComponentProps) {
  if (!document) return <PermissionPage offerLogin />
  return (
    <div className="page-width pt-8 sm:pt-12">
      <div className="grid grid-cols-1 gap-x-14 gap-y-10 md:grid-cols-[minmax(0,1fr)_22.5rem]">
        <header>
          <h1 className="text-2xl">{document.document_title}</h1>
          <p className="mt-3 max-w-text text-muted">{document.document_short_description}</p>
        </header>
        <aside className="md:row-span-2">
          {document.isPurchased ? <Files files={document.files} /> : <DocumentOffer document={document} />}
        </aside>
        <div className="flex flex-col gap-7">
          <Picture
            images={document.images}
            src={document.imageURL}
            alt={document.document_title}
            sizes="(min-width: 1264px) 784px, (min-width: 900px) 60vw, 100vw"
            eager
            className="rounded-card border border-line"
          />
          <Prose html={document.document_full_description_html} />
        </div>
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
              <ButtonAnchor
                href={fileURL}
                target="_blank"
                rel="noopener"
                variant="quiet"
                wide
                className="justify-start text-left wrap-anywhere"
              >
                <Icon name="download" />
                {fileName}
                <span className="sr-only"> (opens in a new tab)</span>
              </ButtonAnchor>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
