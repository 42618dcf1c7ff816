import {
  type ReactNode,
  type RefCallback,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Button } from '#web/button.tsx'
import { Notice } from '#web/notice.tsx'
import { RESUME_FROM_SECONDS } from '../playback.rules.ts'
import { goTo } from './control.ts'
import { useIsOnline } from './online.ts'
import { playOn } from './play-on.ts'
import { PlayerRow } from './player-row.tsx'
import { usePreferences } from './preferences.ts'
import { ResumeBar } from './resume-bar.tsx'
import { useKeptPlace } from './use-kept-place.ts'
import { useMediaSession } from './use-media-session.ts'
import { useCaptions, useSpeed } from './use-media-settings.ts'
import { useShortcuts } from './use-shortcuts.ts'

export type Recording = {
  kind: 'audio' | 'video'
  /** Under which its place is kept. */
  fileId: string
  title: string
  url: string
  captionsUrl: string | null
  posterUrl: string | null
  /** What it is a part of, and its cover: told where the device shows what plays. */
  album: string
  coverUrl: string | null
  /** In seconds; from where it was left, it waits for the member. */
  startAt: number
}

type PlayerProps = {
  recording: Recording
  /** What plays, handed out by `onMedia`. */
  media: HTMLMediaElement | null
  onMedia: RefCallback<HTMLMediaElement>
  /** Asks for the recording again: its addresses expire. */
  renew: () => Promise<Recording | undefined>
  /** Stands above a sound. */
  cover?: ReactNode
}

/**
 * A video or sound with the browser's own controls, and below them what those lack. It plays by itself the first time, waits where it
 * was left, and offers no download.
 */
export function Player({ recording: given, media, onMedia, renew, cover }: PlayerProps) {
  // Signed addresses change from one load to the next; what plays must not start anew for that.
  const [{ recording, isPlaying, trial }, setTrial] = useState({
    recording: given,
    isPlaying: given.startAt < RESUME_FROM_SECONDS,
    trial: 0,
  })
  const [failure, setFailure] = useState<'failed' | 'retrying'>()
  const [preferences, prefer] = usePreferences()
  const { speed, captions, keys } = preferences
  const isOnline = useIsOnline()
  const hasCaptions = recording.kind === 'video' && recording.captionsUrl !== null

  useKeptPlace(media, recording.fileId, given.startAt)
  useShortcuts(media, { isOn: keys, toggleCaptions: () => hasCaptions && prefer({ captions: !captions }) })
  useMediaSession(media, recording)
  useSpeed(media, { speed, onSpeed: (chosen) => prefer({ speed: chosen }) })
  useCaptions(media, {
    isShown: hasCaptions && captions,
    onShown: (isShown) => hasCaptions && prefer({ captions: isShown }),
  })

  const begun = useRef<HTMLMediaElement>(null)
  // On the element from its first moment: it may fail, or know its length, before any effect has run.
  const events = {
    onLoadedMetadata({ currentTarget }: SyntheticEvent<HTMLMediaElement>) {
      if (begun.current === currentTarget) return
      begun.current = currentTarget
      if (recording.startAt > 0) goTo(currentTarget, recording.startAt)
    },
    onError({ currentTarget }: SyntheticEvent<HTMLMediaElement>) {
      const hasBegun = begun.current === currentTarget
      if (!hasBegun || !isOnline || !playOn(currentTarget)) setFailure('failed')
    },
    onPlaying: () => setFailure(undefined),
  }

  const retry = async () => {
    setFailure('retrying')
    try {
      const fresh = await renew()
      if (!fresh) return setFailure('failed')
      const startAt = media?.currentTime ?? fresh.startAt
      setFailure(undefined)
      return setTrial({ recording: { ...fresh, startAt }, isPlaying: true, trial: trial + 1 })
    } catch (error) {
      console.error(error)
      return setFailure('failed')
    }
  }
  useRetryWhenBack(isOnline, () => failure === 'failed' && void retry())

  const shared = {
    ...events,
    ref: onMedia,
    src: recording.url,
    'aria-label': recording.title,
    autoPlay: isPlaying,
    controls: true,
    controlsList: 'nodownload',
    onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
  }
  const track = {
    src: recording.captionsUrl ?? undefined,
    srcLang: 'en',
    label: 'English',
    default: hasCaptions && captions,
  }
  return (
    <div className="flex flex-col gap-3">
      {recording.kind === 'video' ? (
        <video
          {...shared}
          key={trial}
          poster={recording.posterUrl ?? undefined}
          playsInline
          className="aspect-video w-full rounded-card bg-black"
        >
          <track kind="captions" {...track} />
        </video>
      ) : (
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          {cover}
          <audio {...shared} key={trial} className="block w-full p-3">
            <track kind="captions" {...track} />
          </audio>
        </div>
      )}
      <ResumeBar media={media} startAt={given.startAt} />
      {!isOnline && <OfflineNote />}
      {isOnline && failure !== undefined && (
        <Notice kind="error">
          <p>The {recording.kind === 'video' ? 'video' : 'recording'} could not be loaded. Your place is saved.</p>
          <Button variant="quiet" busy={failure === 'retrying'} onClick={() => void retry()} className="mt-3">
            Try again
          </Button>
        </Notice>
      )}
      <PlayerRow
        speed={speed}
        onSpeed={(chosen) => prefer({ speed: chosen })}
        captions={hasCaptions ? captions : undefined}
        onCaptions={(isShown) => prefer({ captions: isShown })}
        keys={keys}
        onKeys={(isOn) => prefer({ keys: isOn })}
      />
    </div>
  )
}

function OfflineNote() {
  return (
    <Notice>
      <p role="status">
        You are offline. What has loaded keeps playing, your place is saved, and the rest continues by itself when you
        are back online.
      </p>
    </Notice>
  )
}

function useRetryWhenBack(isOnline: boolean, retry: () => void): void {
  const onBack = useEffectEvent(retry)
  useEffect(() => {
    if (isOnline) onBack()
  }, [isOnline])
}
