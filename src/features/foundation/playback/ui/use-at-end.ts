import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useMediaEvents } from './use-media-events.ts'

/** Whether what plays stands at its end, and how to stay there: until it plays again. */
export function useAtEnd(media: HTMLMediaElement | null) {
  const [isAtEnd, setAtEnd] = useState(false)
  useMediaEvents(media, ['play', 'seeking'], () => setAtEnd(false))
  useMediaEvents(media, ['ended'], () => {
    setAtEnd(true)
    // What comes next would stand behind the video.
    if (document.fullscreenElement === media && media) void document.exitFullscreen()
  })
  const stay = () => {
    // Without its controls the video can't take the focus.
    flushSync(() => setAtEnd(false))
    media?.focus()
  }
  return [isAtEnd, stay] as const
}
