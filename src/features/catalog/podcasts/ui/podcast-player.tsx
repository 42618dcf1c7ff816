import type { RefCallback } from 'react'
import { Player, type Recording } from '#features/foundation/playback/ui/player.tsx'
import { Time } from '#web/shell/time.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { PodcastDetail } from '../podcasts.contract.ts'

type PodcastPlayerProps = {
  podcast: PodcastDetail
  startAt: number
  media: HTMLMediaElement | null
  onMedia: RefCallback<HTMLMediaElement>
  /** Loads the podcast again, because its media URLs expire. */
  renew: () => Promise<PodcastDetail>
}

export function PodcastPlayer({ podcast, startAt, media, onMedia, renew }: PodcastPlayerProps) {
  const recording = toRecording(podcast, startAt)
  if (!recording)
    return (
      <Notice>
        This podcast is available starting <Time at={podcast.launch_date} />.
      </Notice>
    )
  return (
    <Player
      recording={recording}
      media={media}
      onMedia={onMedia}
      renew={async () => toRecording(await renew(), startAt)}
      cover={
        <Picture
          images={podcast.images}
          src={podcast.image_url}
          alt=""
          sizes="(min-width: 1264px) 784px, (min-width: 900px) 60vw, 100vw"
          eager
        />
      }
    />
  )
}

function toRecording(podcast: PodcastDetail, startAt: number): Recording | undefined {
  const { podcast_media_id: fileId, podcast_audio: audio, podcast_video: video, image_url: image } = podcast
  const url = audio ?? video
  if (url === null) return undefined
  return {
    kind: audio === null ? 'video' : 'audio',
    fileId,
    title: podcast.podcast_title || 'Podcast',
    url,
    captionsUrl: podcast.podcast_captions,
    posterUrl: podcast.podcast_poster ?? image,
    album: 'Podcasts',
    coverUrl: image,
    startAt,
  }
}
