import type { PodcastPlan } from '#features/catalog/podcasts/podcast-model.contract.ts'
import type { PodcastDetail } from '#features/catalog/podcasts/podcasts.contract.ts'
import { PodcastView } from '#features/catalog/podcasts/ui/podcast-view.tsx'
import { fetchFileAddress, useFileAddress } from '#features/catalog/uploads/ui/use-file-address.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { OpenProduct } from '../builder.contract.ts'
import { UnplayableFile, useRecordingAddresses } from './draft-files.tsx'
import { PreviewOffer } from './preview-offer.tsx'

type PreviewPodcastProps = { opened: OpenProduct; detail: PodcastDetail; isLearner: boolean }

/** The draft as the page of a podcast, for members who have it or not. */
export function PreviewPodcast({ opened, detail, isLearner }: PreviewPodcastProps) {
  const { id } = opened
  const plan = opened.plan as unknown as PodcastPlan
  const cover = useFileAddress(plan.cover, id)
  const addresses = useRecordingAddresses(plan, id)
  if (cover === undefined || addresses === undefined) return <Spinner />
  const { videoUrl, audioUrl, captionsUrl, posterUrl } = addresses
  const canPlay = isLearner || detail.podcast_media_id !== null
  // Without the ID of its file, the player stores no position.
  const podcast: PodcastDetail = {
    ...detail,
    is_purchased: isLearner,
    image_url: cover ?? posterUrl,
    podcast_media_id: null,
    podcast_poster: posterUrl,
    ...(canPlay && { podcast_audio: audioUrl, podcast_video: videoUrl, podcast_captions: captionsUrl }),
  }
  const renew = async () => ({
    ...podcast,
    podcast_audio: plan.audio && (await fetchFileAddress(plan.audio, id)),
    podcast_video: plan.video && (await fetchFileAddress(plan.video, id)),
  })
  return (
    <PodcastView
      key={String(isLearner)}
      podcast={podcast}
      startAt={0}
      renew={renew}
      offer={<PreviewOffer kind="podcast" name={podcast.podcast_title} price={podcast.price} />}
      notice={findGap(plan, podcast, canPlay)}
    />
  )
}

/** Says why the draft has no player, unless it has a release date that is still to come. */
function findGap({ audio, video }: PodcastPlan, podcast: PodcastDetail, canPlay: boolean) {
  if (podcast.podcast_audio !== null || podcast.podcast_video !== null) return undefined
  if (audio === null && video === null) return <Notice>This podcast has no recording yet.</Notice>
  if (canPlay) return <UnplayableFile />
  return podcast.launch_date === '' ? <Notice>This podcast has no release date yet.</Notice> : undefined
}
