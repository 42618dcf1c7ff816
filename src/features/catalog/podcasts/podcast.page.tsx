import { loginAddress } from '#shared/pages.ts'
import { redirect, useRevalidator } from 'react-router'
import { PayForm } from '#features/commerce/checkout/ui/lazy-pay-form.tsx'
import { KINDS, getProductPage } from '#shared/kinds.ts'
import { apiContext } from '#web/client/api-context.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { memberLoader, toPendingOrMissing } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { buildBreadcrumbData } from '#web/shell/linked-data.ts'
import { OfferCard } from '#features/foundation/products/ui/offer-card.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { PermissionPage } from '#web/shell/permission-page.tsx'
import { redirectToCurrentAddress } from '#features/foundation/products/ui/current-address.ts'
import { storedToken, useIsSignedIn } from '#web/client/session.ts'
import { useSite } from '#web/shell/site.ts'
import type { Route } from './+types/podcast.page.ts'
import type { PodcastDetail, readPodcastAsVisitor } from './podcasts.contract.ts'
import { buildEpisodeJsonLd } from './ui/podcast-json-ld.ts'
import { openPodcast, readPodcast } from './ui/podcast-api.ts'
import { PodcastView } from './ui/podcast-view.tsx'
import '#web/ui/members.css'

/** Search engines have nothing to index, because visitors must log in. Shared links show a preview. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const podcast = loaderData?.view
  return pageMeta(matches, {
    title: podcast?.podcast_title || 'Podcast',
    ...(podcast && {
      description: podcast.podcast_short_description,
      path: getProductPage('podcast', podcast.id_),
      card: { kind: 'podcast', slug: podcast.id_, title: podcast.podcast_title },
      data: (site) => [
        buildEpisodeJsonLd(site, podcast),
        buildBreadcrumbData(site, [
          ['Podcasts', KINDS.podcast.shelf.address],
          [podcast.podcast_title, getProductPage('podcast', podcast.id_)],
        ]),
      ],
    }),
    hasFeed: true,
    isPersonal: true,
  })
}

/**
 * Loads public data about a podcast. It doesn't find a podcast that is not for sale, but members who have it can still
 * listen.
 */
export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const loaded = await toPendingOrMissing(
    call<typeof readPodcastAsVisitor>('GET /Academy/api/podcast/:id/notAuthenticated/', { params: { id } }),
  )
  if ('view' in loaded && loaded.view) redirectToCurrentAddress('podcast', id, loaded.view)
  return loaded
}

const openAsMember = memberLoader(({ params: { id }, request }: Route.ClientLoaderArgs) => openPodcast(id, request), {
  reasons: ['offline'],
})

/** Redirects visitors to the login page, unless there is no such podcast. */
export async function clientLoader(args: Route.ClientLoaderArgs) {
  if (storedToken() !== undefined) return openAsMember(args)
  const served = await args.serverLoader()
  if (served.state === 'missing') return served
  const { pathname, search } = new URL(args.request.url)
  throw redirect(loginAddress(pathname + search))
}
// The server sent only public data, but media URLs are different for each member.
clientLoader.hydrate = true as const

export default function PodcastPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<DetailsUnavailable />}>
      {(podcast) => (
        <PodcastView
          key={podcast.id_}
          podcast={podcast}
          startAt={podcast.startAt}
          renew={() => readPodcast(podcast.id_)}
          offer={<Offer podcast={podcast} />}
        />
      )}
    </LoadedPage>
  )
}

function DetailsUnavailable() {
  const isSignedIn = useIsSignedIn()
  const { revalidate, state } = useRevalidator()
  // The member's session has ended.
  if (!isSignedIn) return <PermissionPage offerLogin />
  return (
    <div className="page-width pt-14 sm:pt-20">
      <h1 className="sr-only">Podcast</h1>
      <EmptyState icon="audio" title="No podcast details available.">
        <div className="flex flex-wrap justify-center gap-3">
          <Button busy={state === 'loading'} onClick={() => void revalidate()}>
            Try again
          </Button>
          <ButtonLink to={KINDS.podcast.shelf.address} variant="quiet">
            Browse podcasts
          </ButtonLink>
        </div>
      </EmptyState>
    </div>
  )
}

function Offer({ podcast }: { podcast: PodcastDetail }) {
  const cards = useSite()?.cards
  const { id_: id, podcast_title: name, price, is_disputed: isDisputed } = podcast
  return (
    <OfferCard key={id} kind="podcast" name={name} price={price} slug={id} seenAs="member" isDisputed={isDisputed}>
      {(onQuoted) =>
        cards && <PayForm product={{ kind: 'podcast', id, name, price }} cards={cards} onQuoted={onQuoted} />
      }
    </OfferCard>
  )
}
