import { lazy, type RefCallback, Suspense, useState } from 'react'
import { BigPlayButton } from '#features/foundation/playback/ui/big-play-button.tsx'
import type { Recording } from '#features/foundation/playback/ui/player.tsx'
import { ApiError } from '#web/client/api.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Sample } from '../samples.contract.ts'
import { fetchMedia, type SampleMedia } from './open-sample.ts'

const PlayingSample = lazy(async () => ({ default: (await import('./played-sample.tsx')).PlayingSample }))

const LOAD_ERROR = 'We couldn’t load the lecture. Check your connection and select “Play” again.'

type SamplePlayerProps = {
  sample: Sample
  media: HTMLMediaElement | null
  onMedia: RefCallback<HTMLMediaElement>
}

/** Shows a still image until Play is clicked. Only then does it request media URLs. */
export function SamplePlayer({ sample, media, onMedia }: SamplePlayerProps) {
  const [recording, setRecording] = useState<Recording>()
  const [state, setState] = useState<'asking' | { failed: string }>()
  const load = async () => toRecording(sample, await fetchMedia(sample.course_id))
  const start = (loaded: Recording) => {
    setRecording(loaded)
    setState(undefined)
  }
  const fail = (error: unknown) => {
    console.error(error)
    setState({ failed: error instanceof ApiError ? error.message : LOAD_ERROR })
  }
  const play = () => {
    setState('asking')
    void load().then(start, fail)
  }
  return (
    <div className="flex flex-col gap-3">
      {recording ? (
        <Suspense fallback={<SamplePoster sample={sample} isAsking onPlay={() => undefined} />}>
          <PlayingSample
            sample={sample}
            isOnCoursePage={false}
            recording={recording}
            media={media}
            onMedia={onMedia}
            renew={load}
          />
        </Suspense>
      ) : (
        <SamplePoster sample={sample} isAsking={state === 'asking'} onPlay={play} />
      )}
      {typeof state === 'object' && <Notice kind="error">{state.failed}</Notice>}
    </div>
  )
}

function SamplePoster({ sample, isAsking, onPlay }: { sample: Sample; isAsking: boolean; onPlay: () => void }) {
  return (
    <div className="relative aspect-video overflow-hidden rounded-card bg-black">
      {sample.posterURL !== null && (
        <img
          src={sample.posterURL}
          alt=""
          width={1280}
          height={720}
          fetchPriority="high"
          className="size-full object-cover"
        />
      )}
      {isAsking ? (
        <p role="status" className="absolute inset-0 grid place-items-center text-white">
          <Spinner />
          <span className="sr-only">Loading...</span>
        </p>
      ) : (
        <BigPlayButton title={sample.lecture_name} onPlay={onPlay} />
      )}
    </div>
  )
}

export function toRecording(sample: Sample, { videoURL, captionsURL }: SampleMedia): Recording {
  return {
    kind: sample.kind === 'audio' ? 'audio' : 'video',
    fileId: null,
    title: sample.lecture_name,
    url: videoURL,
    captionsUrl: captionsURL,
    posterUrl: sample.posterURL,
    album: sample.course_name,
    coverUrl: sample.imageURL,
    startAt: 0,
  }
}
