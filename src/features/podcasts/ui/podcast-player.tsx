import { type RefCallback, type SyntheticEvent, useState } from 'react'
import { Notice } from '#web/notice.tsx'
import { Picture } from '#web/picture.tsx'
import { playOn } from '#web/play-on.ts'
import type { PodcastToPlay } from '../podcasts.contract.ts'

type PodcastPlayerProps = { podcast: PodcastToPlay; player: RefCallback<HTMLMediaElement> }

/** Sound, or else video; plays by itself, offers no download. */
export function PodcastPlayer({ podcast: loaded, player }: PodcastPlayerProps) {
  // Signed addresses change from one load to the next; what plays must not start anew for that.
  const [podcast] = useState(loaded)
  const [isBroken, setBroken] = useState(false)
  const { podcast_audio: audio, podcast_video: video } = podcast

  if (audio === null && video === null) return <Notice>This podcast can't be played yet.</Notice>

  const common = {
    ref: player,
    autoPlay: true,
    controls: true,
    controlsList: 'nodownload',
    'aria-label': podcast.podcast_title || 'Podcast',
    onError: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => setBroken(!playOn(currentTarget)),
    onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
  }
  const captions = { src: podcast.podcast_captions ?? undefined, srcLang: 'en', label: 'English', default: true }
  return (
    <div className="flex flex-col gap-3">
      {audio !== null ? (
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          <Picture
            images={podcast.images}
            src={podcast.image_url}
            alt=""
            sizes="(min-width: 1264px) 784px, (min-width: 900px) 60vw, 100vw"
            eager
          />
          <audio
            {...common}

            src={audio}
            className="block w-full p-3"
          >
            <track kind="captions" {...captions} />
          </audio>
        </div>
      ) : (
        <video
          {...common}
          src={video ?? undefined}
          poster={podcast.podcast_poster ?? podcast.image_url ?? undefined}
          playsInline
          className="aspect-video w-full rounded-card bg-black"
        >
          <track kind="captions" {...captions} />
        </video>
      )}
      {isBroken && (
        <Notice kind="error">The podcast could not be loaded. Check your connection and reload the page.</Notice>
      )}
    </div>
  )
}
