import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useMediaEvents } from './use-media-events.ts'

/** Whether playback has ended, and a function to dismiss the overlay; resets when playback starts again. */
export function useAtEnd(media: HTMLMediaElement | null) {
  const [isAtEnd, setAtEnd] = useState(false)
  useMediaEvents(media, ['play', 'seeking'], () => setAtEnd(false))
  useMediaEvents(media, ['ended'], () => {
    setAtEnd(true)
    // The overlay would be hidden behind the video.
    if (document.fullscreenElement === media && media) void document.exitFullscreen()
  })
  const stay = () => {
    // Without controls, the video can't take the focus.
    flushSync(() => setAtEnd(false))
    media?.focus()
  }
  return [isAtEnd, stay] as const
}
