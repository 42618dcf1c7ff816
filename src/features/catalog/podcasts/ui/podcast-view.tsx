import { type ReactNode, useState } from 'react'
import { Transcript } from '#features/foundation/playback/ui/transcript.tsx'
import { ProductHeader } from '#features/foundation/products/ui/product-header.tsx'
import { classes } from '#web/ui/classes.ts'
import { Prose } from '#web/ui/prose.tsx'
import type { PodcastDetail } from '../podcasts.contract.ts'
import { PodcastPlayer } from './podcast-player.tsx'

type PodcastViewProps = {
  podcast: PodcastDetail
  startAt: number
  /** Loads the podcast again, because its media URLs expire. */
  renew: () => Promise<PodcastDetail>
  /** Shown to members who have to buy the podcast. */
  offer: ReactNode
  /** Replaces the player of a draft that can't be played. */
  notice?: ReactNode
}

/** The page of a podcast. The preview of a draft renders the same. */
export function PodcastView({ podcast, startAt, renew, offer, notice }: PodcastViewProps) {
  const [media, setMedia] = useState<HTMLMediaElement | null>(null)
  const mustBuy = podcast.is_for_sale && !podcast.is_purchased
  return (
    <div className="page-width pt-8 sm:pt-12">
      <div className="grid gap-x-14 gap-y-6 sm:gap-y-10 md:grid-cols-[minmax(0,1fr)_22.5rem]">
        <ProductHeader
          title={podcast.podcast_title || 'Title not available'}
          text={podcast.podcast_short_description || 'Short description not available'}
          {...(mustBuy && { image: { images: podcast.images, src: podcast.image_url, alt: '' } })}
        >
          {!mustBuy &&
            (notice ?? (
              <PodcastPlayer podcast={podcast} startAt={startAt} media={media} onMedia={setMedia} renew={renew} />
            ))}
        </ProductHeader>
        {/* Without an offer, there is no card here, so padding aligns the transcript's heading with the podcast's. */}
        <aside className={classes('md:row-span-2', !mustBuy && 'md:pt-1.5')}>
          {mustBuy
            ? offer
            : podcast.podcast_captions !== null && <Transcript media={media} className="max-h-96 md:max-h-[34rem]" />}
        </aside>
        <section aria-labelledby="about" className="max-sm:mt-4">
          <h2 id="about" className="mb-4 text-xl">
            About this podcast
          </h2>
          {podcast.podcast_full_description_html ? (
            <Prose html={podcast.podcast_full_description_html} />
          ) : (
            <p>Full description not available</p>
          )}
        </section>
      </div>
    </div>
  )
}
