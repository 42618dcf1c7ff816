import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useMediaEvents } from './use-media-events.ts'

/** Returns whether playback has ended, and a function that closes the overlay. Resets when playback starts again. */
export function useAtEnd(media: HTMLMediaElement | null) {
  const [isAtEnd, setAtEnd] = useState(false)
  useMediaEvents(media, ['play', 'seeking'], () => setAtEnd(false))
  useMediaEvents(media, ['ended'], () => {
    setAtEnd(true)
    // In fullscreen, the video would cover the overlay.
    if (document.fullscreenElement === media && media) void document.exitFullscreen()
  })
  const stay = () => {
    // The video can take the focus only if it has controls, so these are rendered first.
    flushSync(() => setAtEnd(false))
    media?.focus()
  }
  return [isAtEnd, stay] as const
}
