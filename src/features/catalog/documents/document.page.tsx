import { KINDS, getProductPage } from '#shared/kinds.ts'
import { call } from '#web/client/api.ts'
import { apiContext } from '#web/client/api-context.ts'
import { buildBreadcrumbData } from '#web/shell/linked-data.ts'
import { memberLoader, toPending } from '#web/client/load-state.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { redirectToCurrentAddress } from '#features/foundation/products/ui/current-address.ts'
import { ProductHeader } from '#features/foundation/products/ui/product-header.tsx'
import { Prose } from '#web/ui/prose.tsx'
import type { Route } from './+types/document.page.ts'
import type { readDocument } from './documents.contract.ts'
import { buildDocumentJsonLd } from './ui/document-json-ld.ts'
import { DocumentContents } from './ui/document-contents.tsx'
import { DocumentOffer } from './ui/document-offer.tsx'

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const document = await call<typeof readDocument>('GET /Academy/api/document/:id/', { params: { id } })
  return toPending(redirectToCurrentAddress('document', id, document))
}

/** For members, loads whether they have access to the document. */
export const clientLoader = memberLoader(
  ({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) =>
    call<typeof readDocument>('GET /Academy/api/document/:id/', { params: { id }, signal }),
  { isShownAnyway: true },
)

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const document = loaderData?.view
  return document
    ? pageMeta(matches, {
        title: document.document_title,
        description: document.document_short_description,
        path: getProductPage('document', document.id_),
        card: { kind: 'document', slug: document.id_, title: document.document_title },
        data: (site) => [
          buildDocumentJsonLd(site, document),
          buildBreadcrumbData(site, [
            ['Docs', KINDS.document.shelf.address],
            [document.document_title, getProductPage('document', document.id_)],
          ]),
        ],
      })
    : []
}

export default function DocumentPage({ loaderData: { view: document, seenAs } }: Route.ComponentProps) {
  return (
    <div className="page-width pt-8 sm:pt-12">
      <div className="grid gap-x-14 gap-y-6 sm:gap-y-10 md:grid-cols-[minmax(0,1fr)_22.5rem]">
        <ProductHeader
          title={document.document_title}
          text={document.document_short_description}
          image={{ images: document.images, src: document.imageURL, alt: document.document_title }}
        />
        <aside className="md:row-span-2">
          <DocumentOffer document={document} seenAs={seenAs} />
        </aside>
        <div className="flex flex-col gap-10 max-sm:mt-4">
          <section aria-labelledby="about">
            <h2 id="about" className="mb-4 text-xl">
              About this document
            </h2>
            <Prose html={document.document_full_description_html} />
          </section>
          <DocumentContents inside={document.inside} />
        </div>
      </div>
    </div>
  )
}
