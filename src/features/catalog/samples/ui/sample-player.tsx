import { lazy, type RefCallback, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { BigPlayButton } from '#features/foundation/playback/ui/big-play-button.tsx'
import type { Recording } from '#features/foundation/playback/ui/player.tsx'
import { ApiError, call } from '#web/client/api.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { playSample, Sample } from '../samples.contract.ts'

const PlayingSample = lazy(async () => ({ default: (await import('./played-sample.tsx')).PlayingSample }))

const LOAD_ERROR = 'We couldn’t load the lecture. Check your connection and press Play again.'

type SamplePlayerProps = {
  sample: Sample
  media: HTMLMediaElement | null
  onMedia: RefCallback<HTMLMediaElement>
  /** Here, Play was already pressed. */
  isOnCoursePage?: boolean
}

/** A still image until Play is pressed; only then media URLs are requested. */
export function SamplePlayer({ sample, media, onMedia, isOnCoursePage = false }: SamplePlayerProps) {
  const [recording, setRecording] = useState<Recording>()
  const [state, setState] = useState<'asking' | { failed: string } | undefined>(isOnCoursePage ? 'asking' : undefined)
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
    void toRecording(sample).then(start, fail)
  }
  const playAtOnce = useEffectEvent(() => toRecording(sample).then(start, fail))
  useEffect(() => {
    if (isOnCoursePage) void playAtOnce()
  }, [isOnCoursePage])
  const still = <SamplePoster sample={sample} isAsking={state === 'asking'} onPlay={play} />
  return (
    <div className="flex flex-col gap-3">
      {recording ? (
        <Suspense fallback={<SamplePoster sample={sample} isAsking onPlay={() => undefined} />}>
          <PlayingSample
            sample={sample}
            isOnCoursePage={isOnCoursePage}
            recording={recording}
            media={media}
            onMedia={onMedia}
            renew={() => toRecording(sample)}
          />
        </Suspense>
      ) : (
        still
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

async function toRecording(sample: Sample): Promise<Recording> {
  const { videoURL, captionsURL } = await call<typeof playSample>('POST /Academy/api/course/:id/sample/play/', {
    params: { id: sample.course_id },
  })
  return {
    kind: 'video',
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
