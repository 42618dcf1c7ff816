import { KINDS, getOwnerPage } from '#shared/kinds.ts'
import { call } from '#web/client/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { ProductCard } from '#features/foundation/products/ui/product-card.tsx'
import { CardGrid } from '#web/ui/card-grid.tsx'
import { memberLoader } from '#web/client/load-state.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { CardGridSkeleton } from '#web/ui/skeletons.tsx'
import type { Route } from './+types/my-documents.page.ts'
import type { listMyDocuments } from './documents.contract.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'My Docs', path: KINDS.document.owned.address, isPersonal: true })

export const clientLoader = memberLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof listMyDocuments>('GET /Academy/api/MyDocuments/', { signal }),
)

export function HydrateFallback() {
  return (
    <div className="page-width">
      <PageHeading title="My Docs" />
      <CardGridSkeleton />
    </div>
  )
}

export default function MyDocumentsPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin>
      {(documents) => <MyDocuments documents={documents} />}
    </LoadedPage>
  )
}

function MyDocuments({ documents }: { documents: EndpointReply<typeof listMyDocuments> }) {
  return (
    <div className="page-width">
      <PageHeading title="My Docs" />
      {documents.length === 0 ? (
        <EmptyState icon="file" title="You don't have any purchased documents">
          <ButtonLink to={KINDS.document.shelf.address}>Browse Documents</ButtonLink>
        </EmptyState>
      ) : (
        <CardGrid>
          {documents.map((document, index) => (
            <ProductCard
              key={document.id_}
              to={getOwnerPage('document', document.id_)}
              title={document.document_title}
              image={{ images: document.images, src: document.imageURL, alt: '' }}
              text={document.document_short_description}
              action="View Document"
              eager={index < 3}
            />
          ))}
        </CardGrid>
      )}
    </div>
  )
}
