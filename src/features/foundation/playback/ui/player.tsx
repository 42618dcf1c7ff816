import {
  type ReactNode,
  type RefCallback,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { EmailLink } from '#web/shell/email-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RESUME_FROM_SECONDS } from '../playback.rules.ts'
import { BigPlayButton } from './big-play-button.tsx'
import { CaptionsBelow, useShowsCaptionsBelow } from './captions-below.tsx'
import { seek, play, playFrom, seekBy, showCaptions } from './control.ts'
import { useIsOnline } from '#web/client/online.ts'
import { HeldNavigation } from './held-navigation.tsx'
import { resumePlayback } from './resume-playback.ts'
import { PlayerControls } from './player-controls.tsx'
import { usePreferences } from './preferences.ts'
import { ResumeCard } from './resume-card.tsx'
import { FITS_LOW_SCREENS } from './video-size.ts'
import { useSavedPosition } from './use-saved-position.ts'
import { useMediaSession } from './use-media-session.ts'
import { useCaptions, useSpeed } from './use-media-settings.ts'
import { useMomentRequests } from './use-moment-requests.ts'
import { useShortcuts } from './use-shortcuts.ts'

export type Recording = {
  kind: 'audio' | 'video'
  fileId: string | null
  title: string
  url: string
  captionsUrl: string | null
  posterUrl: string | null
  /** The course or podcast to which the recording belongs, for the device's media display. */
  album: string
  coverUrl: string | null
  /** The position in seconds. If it is not zero, playback waits until the member chooses to resume. */
  startAt: number
  /** Whether playback starts at once, because the member clicked to get here. */
  goesOn?: boolean
}

type PlayerProps = {
  recording: Recording
  media: HTMLMediaElement | null
  onMedia: RefCallback<HTMLMediaElement>
  /** Loads the recording again, because its media URLs expire. */
  renew: () => Promise<Recording | undefined>
  /** Shown above an audio player. */
  cover?: ReactNode
  over?: ReactNode
}

// By default, browsers make captions a twentieth of the video's height, which is too small on phones.
const CAPTIONS =
  '[&::cue]:bg-black/85 [&::cue]:font-sans [&::cue]:text-[length:clamp(0.9375rem,2vw,1.375rem)]/snug [&::cue]:text-white [&:fullscreen::cue]:text-[length:clamp(1rem,4vh,3rem)]/snug'

/**
 * A video or audio player with the browser's own controls. Controls that the browser doesn't offer are right below, and
 * messages are below those, so that the layout doesn't shift during use. Starts playing automatically from the
 * beginning, but waits if there is a stored position. Offers no download.
 */
export function Player({ recording: given, media, onMedia, renew, cover, over }: PlayerProps) {
  // Signed URLs change with each load, but that must not restart playback, so the state keeps the first ones.
  const [{ recording, isPlaying, trial }, setTrial] = useState({
    recording: given,
    isPlaying: given.goesOn === true || given.startAt < RESUME_FROM_SECONDS,
    trial: 0,
  })
  const [failure, setFailure] = useState<'failed' | 'retrying'>()
  const [failures, setFailures] = useState(0)
  // Until playback starts, captions would be hidden by the browser's controls.
  const [isWaiting, setWaiting] = useState(!isPlaying)
  // Many browsers don't autoplay audio until the user has clicked. Their controls would cover the title on the still
  // image.
  const [isRefused, setRefused] = useState(false)
  const [isToResume, setToResume] = useState(!isPlaying)
  const [preferences, prefer] = usePreferences()
  const { speed, captions, keys, usesKeys } = preferences
  const [areKeysShown, setKeysShown] = useState(false)
  const isOnline = useIsOnline()
  const hasCaptions = recording.kind === 'video' && recording.captionsUrl !== null

  useSavedPosition(recording.fileId === null ? null : media, recording.fileId ?? '', given.startAt)
  useShortcuts(media, {
    isOn: keys,
    toggleCaptions: () => hasCaptions && prefer({ captions: !captions }),
    toggleList: () => setKeysShown(!areKeysShown),
    onUse: () => usesKeys || prefer({ usesKeys: true }),
  })
  useMediaSession(media, recording)
  useSpeed(media, { speed, onSpeed: (chosen) => prefer({ speed: chosen }) })
  const isBelow = useShowsCaptionsBelow(media)
  useCaptions(media, {
    isShown: hasCaptions && captions && !isBelow,
    onShown(isShown) {
      if (!hasCaptions) return
      prefer({ captions: isShown })
      if (isBelow && media) showCaptions(media, false)
    },
  })

  const fail = () => {
    setFailure('failed')
    setFailures((before) => before + 1)
  }
  const begun = useRef<HTMLMediaElement>(null)
  // This is a ref, because the member might seek before the length is known. An autoplay that never started has no
  // position to save.
  const beginAt = useRef(given.startAt)
  useMomentRequests((seconds) => {
    beginAt.current = seconds
    if (!media) return
    playFrom(media, seconds)
  })
  const reported = useRef<MediaError>(null)
  const whenLengthIsKnown = (element: HTMLMediaElement) => {
    if (begun.current === element) return
    begun.current = element
    if (beginAt.current > 0) seek(element, beginAt.current)
  }
  const whenItFailed = (element: HTMLMediaElement) => {
    if (element.error && element.error === reported.current) return
    reported.current = element.error
    const hasBegun = begun.current === element
    if (!hasBegun || !isOnline || !resumePlayback(element)) fail()
  }
  const whenItCanPlay = ({ autoplay, paused, currentTime }: HTMLMediaElement) => {
    setRefused(autoplay && paused && currentTime === 0)
  }
  // Loading starts as soon as the element is created. React misses the events of an element that is not in the page
  // yet, so they are handled here.
  const catchUp = useEffectEvent((element: HTMLMediaElement) => {
    if (element.error) whenItFailed(element)
    if (element.readyState >= element.HAVE_METADATA) whenLengthIsKnown(element)
    if (element.readyState === element.HAVE_ENOUGH_DATA) whenItCanPlay(element)
  })
  useEffect(() => {
    if (!media) return
    const soon = setTimeout(() => catchUp(media))
    return () => clearTimeout(soon)
  }, [media])
  const events = {
    onLoadedMetadata: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => whenLengthIsKnown(currentTarget),
    onError: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => whenItFailed(currentTarget),
    onCanPlayThrough: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => whenItCanPlay(currentTarget),
    onPlay() {
      setRefused(false)
      setToResume(false)
    },
    onSeeking({ currentTarget: { currentTime } }: SyntheticEvent<HTMLMediaElement>) {
      setRefused(false)
      // The member has moved away from the stored position, so there is nothing to resume.
      if (Math.abs(currentTime - beginAt.current) > 1) setToResume(false)
    },
    onPlaying() {
      setFailure(undefined)
      setWaiting(false)
    },
  }

  const retry = async () => {
    setFailure('retrying')
    try {
      const fresh = await renew()
      if (!fresh) return fail()
      if (media && begun.current === media) beginAt.current = media.currentTime
      setFailure(undefined)
      return setTrial({ recording: fresh, isPlaying: true, trial: trial + 1 })
    } catch (error) {
      console.error(error)
      return fail()
    }
  }
  const begin = () => {
    // The video can take the focus only if it has controls, so these are rendered first.
    flushSync(() => {
      setRefused(false)
      setToResume(false)
    })
    if (!media) return
    play(media)
    media.focus()
  }
  const startOver = () => {
    beginAt.current = 0
    if (media) seek(media, 0)
    begin()
  }
  const resumeCard = isToResume && (
    <ResumeCard kind={recording.kind} startAt={given.startAt} onResume={begin} onStartOver={startOver} />
  )
  const covering = failure === undefined && (resumeCard || over)
  useRetryWhenOnline(isOnline, () => failure === 'failed' && void retry())

  const shared = {
    ...events,
    ref: onMedia,
    src: recording.url,
    'aria-label': recording.title,
    autoPlay: isPlaying,
    // If a video can't play, its controls would show a spinner forever.
    controls: recording.kind === 'audio' || (failure === undefined && !isRefused && !covering),
    controlsList: 'nodownload',
    onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
  }
  const track = {
    src: recording.captionsUrl ?? undefined,
    srcLang: 'en',
    label: 'English',
    default: hasCaptions && captions && !isBelow,
  }
  return (
    <div className="flex flex-col gap-3 print:hidden">
      {recording.kind === 'video' ? (
        <div className="relative grid overflow-hidden rounded-card bg-black">
          <video
            {...shared}
            key={trial}
            poster={recording.posterUrl ?? undefined}
            playsInline
            className={classes(
              'col-start-1 row-start-1 aspect-video w-full self-center',
              FITS_LOW_SCREENS,
              failure !== undefined && 'opacity-50',
              isWaiting ? '[&::cue]:bg-transparent [&::cue]:text-transparent' : CAPTIONS,
            )}
          >
            <track kind="captions" {...track} />
          </video>
          {isRefused && <BigPlayButton title={recording.title} onPlay={begin} />}
          {covering}
          {hasCaptions && captions && isBelow && <CaptionsBelow key={trial} media={media} />}
        </div>
      ) : (
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          {cover}
          <audio {...shared} key={trial} className="block w-full p-3">
            <track kind="captions" {...track} />
          </audio>
          {over}
        </div>
      )}
      <PlayerControls
        onSeekBy={(seconds) => media && seekBy(media, seconds)}
        speed={speed}
        onSpeed={(chosen) => prefer({ speed: chosen })}
        captions={hasCaptions ? captions : undefined}
        onCaptions={(isShown) => prefer({ captions: isShown })}
        keys={{ isOn: keys, areUsed: usesKeys, areShown: areKeysShown }}
        onKeys={(isOn) => prefer({ keys: isOn })}
        onKeysShown={setKeysShown}
      />
      {recording.kind === 'audio' && resumeCard}
      {!isOnline && <OfflineNote />}
      <HeldNavigation />
      {isOnline && failure !== undefined && (
        <Notice
          kind="error"
          action={
            <Button variant="quiet" busy={failure === 'retrying'} onClick={() => void retry()}>
              Try again
            </Button>
          }
        >
          <p>The {recording.kind === 'video' ? 'video' : 'recording'} couldn’t be loaded. Your place is saved.</p>
          {failures > 1 && (
            <p className="mt-1">
              If it keeps failing, email <EmailLink />.
            </p>
          )}
        </Notice>
      )}
    </div>
  )
}

function OfflineNote() {
  return (
    <Notice>
      <p role="status">
        You’re offline. The loaded part keeps playing. The rest loads when you’re back online. Your place is saved.
      </p>
    </Notice>
  )
}

function useRetryWhenOnline(isOnline: boolean, retry: () => void): void {
  const onBack = useEffectEvent(retry)
  useEffect(() => {
    if (isOnline) onBack()
  }, [isOnline])
}
