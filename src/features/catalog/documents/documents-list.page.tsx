import { listPageAddress } from '#shared/pages.ts'
import { KINDS, getProductPage } from '#shared/kinds.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { apiContext } from '#web/client/api-context.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { buildListData } from '#web/shell/linked-data.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { PageLinks } from '#web/ui/page-links.tsx'
import { parsePageNumber, formatPageTitle } from '#web/ui/paging.ts'
import { CouponHint } from '#features/foundation/products/ui/coupon-hint.tsx'
import { ProductCard } from '#features/foundation/products/ui/product-card.tsx'
import { CardGrid } from '#web/ui/card-grid.tsx'
import { useSite } from '#web/shell/site.ts'
import type { Route } from './+types/documents-list.page.ts'
import type { listDocumentsPage } from './documents.contract.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  return context.get(apiContext)<typeof listDocumentsPage>('GET /Academy/api/Documents/pages/:page/', {
    params: { page: parsePageNumber(params.page) },
  })
}

export const meta: Route.MetaFunction = ({ matches, loaderData: shown }) =>
  pageMeta(matches, {
    title: formatPageTitle('Docs', shown?.page ?? 1),
    description: 'Checklists, worksheets, and report templates for legal nurse consultants, ready to download and use.',
    path: listPageAddress(KINDS.document.shelf.address, shown?.page ?? 1),
    data: (site) => [
      buildListData(
        site,
        `${site.name} Docs`,
        (shown?.items ?? []).map(({ id_, document_title }) => ({
          name: document_title,
          path: getProductPage('document', id_),
        })),
      ),
    ],
  })

export default function DocumentsListPage({ loaderData: { items: documents, page, pages } }: Route.ComponentProps) {
  const site = useSite()
  return (
    <div className="page-width">
      <PageHeading title={`${site?.name} Docs`}>
        Checklists, worksheets, and templates for your work. Buy once and download anytime.
      </PageHeading>
      <CouponHint />
      {documents.length === 0 ? (
        <EmptyState icon="file" title="There are no documents for sale right now. Please check back soon." />
      ) : (
        <CardGrid>
          {documents.map((document, index) => (
            <ProductCard
              key={document.id_}
              to={getProductPage('document', document.id_)}
              title={document.document_title}
              image={{ images: document.images, src: document.imageURL, alt: '' }}
              text={document.document_short_description}
              meta={formatDollars(document.price)}
              action="Buy Docs"
              variant="buy"
              eager={index === 0}
            />
          ))}
        </CardGrid>
      )}
      <PageLinks list={KINDS.document.shelf.address} page={page} pages={pages} />
    </div>
  )
}
