import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { parseMoment } from './moment.ts'

/** Calls `play` where somebody who hears a recording already presses what leads to a moment of it: the page is the same, and begins nothing anew. */
export function useMomentRequests(play: (seconds: number) => void): void {
  const { key, search } = useLocation()
  const how = useNavigationType()
  const last = useRef(key)
  const follow = useEffectEvent(() => {
    const seconds = parseMoment(search)
    // Coming back to it is no press.
    if (key !== last.current && how !== 'POP' && seconds !== undefined) play(seconds)
    last.current = key
  })
  useEffect(() => follow(), [key])
}
