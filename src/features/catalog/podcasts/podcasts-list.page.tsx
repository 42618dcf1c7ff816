import { listPageAddress } from '#shared/pages.ts'
import { KINDS, getProductPage } from '#shared/kinds.ts'
import { call } from '#web/client/api.ts'
import { apiContext } from '#web/client/api-context.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { PageLinks } from '#web/ui/page-links.tsx'
import { parsePageNumber, formatPageTitle } from '#web/ui/paging.ts'
import { CouponHint } from '#features/foundation/products/ui/coupon-hint.tsx'
import { ProductCard } from '#features/foundation/products/ui/product-card.tsx'
import { CardGrid } from '#web/ui/card-grid.tsx'
import { memberLoader, toPending } from '#web/client/load-state.ts'
import { Time } from '#web/shell/time.tsx'
import { useSite } from '#web/shell/site.ts'
import type { Route } from './+types/podcasts-list.page.ts'
import type { listPodcastsPage } from './podcasts.contract.ts'
import { getCardKind } from './podcasts.rules.ts'
import { buildSeriesJsonLd } from './ui/podcast-json-ld.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  return toPending(
    await context.get(apiContext)<typeof listPodcastsPage>('GET /Academy/api/podcasts/pages/:page/', {
      params: { page: parsePageNumber(params.page) },
    }),
  )
}

/** For members, loads which podcasts they have. If that fails, they see the public view. */
export const clientLoader = memberLoader(
  ({ params, request: { signal } }: Route.ClientLoaderArgs) =>
    call<typeof listPodcastsPage>('GET /Academy/api/podcasts/pages/:page/', {
      params: { page: parsePageNumber(params.page) },
      signal,
    }),
  { isShownAnyway: true },
)

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const shown = loaderData?.view
  return pageMeta(matches, {
    title: formatPageTitle('Podcasts', shown?.page ?? 1),
    description: 'Episodes about defense medical exams and legal nurse consulting, each with a transcript.',
    path: listPageAddress(KINDS.podcast.shelf.address, shown?.page ?? 1),
    hasFeed: true,
    data: (site) => [buildSeriesJsonLd(site, shown?.items ?? [])],
  })
}

export default function PodcastsListPage({ loaderData: { view } }: Route.ComponentProps) {
  const { items: podcasts, page, pages } = view
  const site = useSite()
  return (
    <div className="page-width">
      <PageHeading title={`${site?.name} Podcasts`}>
        Short episodes for your drive to work, each with a transcript.
      </PageHeading>
      <CouponHint />
      {podcasts.length === 0 ? (
        <EmptyState icon="audio" title="There are no podcasts right now. Please check back soon." />
      ) : (
        <CardGrid>
          {podcasts.map((podcast, index) => {
            const { state, action } = getCardKind({
              isForSale: podcast.is_for_sale,
              isPurchased: podcast.is_purchased,
              price: podcast.price,
            })
            return (
              <ProductCard
                key={podcast.id_}
                to={getProductPage('podcast', podcast.id_)}
                title={podcast.podcast_title}
                image={{ images: podcast.images, src: podcast.image_url, alt: '' }}
                text={podcast.podcast_short_description}
                meta={
                  podcast.is_for_sale ? (
                    state
                  ) : (
                    <span className="block text-sm font-medium text-balance text-muted">
                      {state}
                      <Time at={podcast.launch_date} />
                    </span>
                  )
                }
                action={action}
                variant={action === 'Buy Podcast' ? 'buy' : 'primary'}
                eager={index === 0}
              />
            )
          })}
        </CardGrid>
      )}
      <PageLinks list={KINDS.podcast.shelf.address} page={page} pages={pages} />
    </div>
  )
}
