import { call } from '#web/api.ts'
import { apiContext } from '#web/api-context.ts'
import { EmptyState } from '#web/empty-state.tsx'
import { PageHeading } from '#web/page-heading.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { CardGrid, ProductCard } from '#web/product-card.tsx'
import { storedToken } from '#web/session.ts'
import { useSite } from '#web/site.ts'
import type { Route } from './+types/podcasts-list.page.ts'
import type { listPodcasts } from './podcasts.contract.ts'
import { cardOf } from './podcasts.rules.ts'
import { seriesData } from './ui/podcast-data.ts'

export function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)<typeof listPodcasts>('GET /Academy/api/podcasts/')
}

/** Members see which are theirs; where that can't be told, they see what everybody sees. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  if (storedToken() === undefined) return serverLoader()
  try {
    return await call<typeof listPodcasts>('GET /Academy/api/podcasts/', { signal: request.signal })
  } catch (error) {
    console.error(error)
    return serverLoader()
  }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ loaderData: podcasts, matches }) =>
  pageMeta(matches, {
    title: 'Podcasts',
    description:
      'Episodes about defense medical exams and the work of a legal nurse consultant, each with a transcript.',
    path: '/Podcasts/',
    hasFeed: true,
    data: (site) => [seriesData(site, podcasts ?? [])],
  })

export default function PodcastsListPage({ loaderData: podcasts }: Route.ComponentProps) {
  const site = useSite()
  return (
    <div className="page-width pb-20">
      <PageHeading title={`${site?.name} Podcasts`}>
        Short episodes to hear on the way to work, each with its transcript.
      </PageHeading>
      {podcasts.length === 0 ? (
        <EmptyState icon="audio" title="No podcasts are offered at the moment. Please look in again." />
      ) : (
        <CardGrid>
          {podcasts.map((podcast, index) => {
            const { state, action } = cardOf(podcast)
            return (
              <ProductCard
                key={podcast.id_}
                to={`/Podcast/${podcast.id_}`}
                title={podcast.podcast_title}
                image={{ images: podcast.images, src: podcast.image_url, alt: '' }}
                text={podcast.podcast_short_description}
                meta={podcast.is_for_sale ? state : <span className="text-sm font-medium text-muted">{state}</span>}
                action={action}
                variant={action === 'Buy Podcast' ? 'buy' : 'primary'}
                eager={index < 3}
              />
            )
          })}
        </CardGrid>
      )}
    </div>
  )
}
