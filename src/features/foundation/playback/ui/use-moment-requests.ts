import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { parseMoment } from './moment.ts'

/**
 * Calls `play` when a link to a moment of the current recording is pressed: the page stays the same and does not
 * reload.
 */
export function useMomentRequests(play: (seconds: number) => void): void {
  const { key, search } = useLocation()
  const how = useNavigationType()
  const last = useRef(key)
  const follow = useEffectEvent(() => {
    const seconds = parseMoment(search)
    // Navigating back is no press.
    if (key !== last.current && how !== 'POP' && seconds !== undefined) play(seconds)
    last.current = key
  })
  useEffect(() => follow(), [key])
}
