import { KINDS, getProductPage } from '#shared/kinds.ts'
import { call } from '#web/client/api.ts'
import { apiContext } from '#web/client/api-context.ts'
import { buildBreadcrumbData } from '#web/shell/linked-data.ts'
import { memberLoader, toPending } from '#web/client/load-state.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { redirectToCurrentAddress } from '#features/foundation/products/ui/current-address.ts'
import type { Route } from './+types/document.page.ts'
import type { readDocument } from './documents.contract.ts'
import { buildDocumentJsonLd } from './ui/document-json-ld.ts'
import { DocumentOffer } from './ui/document-offer.tsx'
import { DocumentView } from './ui/document-view.tsx'

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
  return <DocumentView document={document} offer={<DocumentOffer document={document} seenAs={seenAs} />} />
}
