import { useEffect, useEffectEvent } from 'react'
import { play, seek, seekBy, SEEK_STEP_SECONDS } from './control.ts'
import { useMediaEvents } from './use-media-events.ts'

type MediaInfo = { title: string; album: string; coverUrl: string | null }

/** Shows what is playing on the device's lock screen, and handles its media keys. */
export function useMediaSession(media: HTMLMediaElement | null, { title, album, coverUrl }: MediaInfo): void {
  useEffect(() => {
    if (!media || !hasMediaSession()) return undefined
    const { mediaSession } = navigator
    const artwork = coverUrl === null ? [] : [{ src: coverUrl }]
    mediaSession.metadata = new MediaMetadata({ title, album, artwork })
    return () => {
      mediaSession.metadata = null
    }
  }, [media, title, album, coverUrl])

  const obey = useEffectEvent(({ action, seekOffset, seekTime }: MediaSessionActionDetails) => {
    if (!media) return
    const step = seekOffset ?? SEEK_STEP_SECONDS
    if (action === 'play') play(media)
    else if (action === 'pause') media.pause()
    else if (action === 'seekbackward') seekBy(media, -step)
    else if (action === 'seekforward') seekBy(media, step)
    else if (action === 'seekto' && seekTime !== undefined) seek(media, seekTime)
  })
  useEffect(() => {
    if (!media) return undefined
    for (const action of ACTIONS) setActionHandler(action, (details) => obey(details))
    return () => {
      for (const action of ACTIONS) setActionHandler(action, null)
    }
  }, [media])

  useMediaEvents(media, ['loadedmetadata', 'durationchange', 'ratechange', 'seeked', 'play', 'pause'], () => {
    if (media) updatePositionState(media)
  })
}

const ACTIONS = ['play', 'pause', 'seekbackward', 'seekforward', 'seekto'] as const

function hasMediaSession(): boolean {
  return 'mediaSession' in navigator
}

/** Ignores errors, because browsers throw one for an action that they don't know. */
function setActionHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    if (hasMediaSession()) navigator.mediaSession.setActionHandler(action, handler)
  } catch {
    // Even after this error, the other media keys work.
  }
}

function updatePositionState({ duration, playbackRate, currentTime }: HTMLMediaElement): void {
  if (!hasMediaSession() || !Number.isFinite(duration)) return
  navigator.mediaSession.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) })
}
