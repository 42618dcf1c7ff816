import { type RefObject, useEffect, useState } from 'react'

/** The space below the last line, in pixels. There, the list fades out if it continues. */
const FADE_HEIGHT = 32

/**
 * Returns how much space a list needs after its last line, in pixels, so that a whole line is at its top even when it
 * is scrolled to the end.
 */
export function useWholeLines(list: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(FADE_HEIGHT)
  useEffect(() => {
    const frame = list.current
    if (!frame) return undefined
    const measure = () => {
      const lines = [...frame.querySelectorAll<HTMLElement>('li:not([aria-hidden])')]
      const [first] = lines
      const last = lines.at(-1)
      if (!first || !last) return
      const end = last.offsetTop + last.offsetHeight + FADE_HEIGHT - frame.clientHeight
      const atTop = lines.find(({ offsetTop }) => offsetTop - first.offsetTop >= end)
      setRoom(end > 0 && atTop ? FADE_HEIGHT + atTop.offsetTop - first.offsetTop - end : FADE_HEIGHT)
    }
    const watch = new ResizeObserver(measure)
    watch.observe(frame)
    return () => watch.disconnect()
  }, [list])
  return room
}
