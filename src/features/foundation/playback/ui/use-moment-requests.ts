import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { parseMoment } from './moment.ts'

/**
 * Calls `play` when the user clicks a link to a timestamp of the current recording, because such a link does not reload
 * the page.
 */
export function useMomentRequests(play: (seconds: number) => void): void {
  const { key, search } = useLocation()
  const how = useNavigationType()
  const last = useRef(key)
  const follow = useEffectEvent(() => {
    const seconds = parseMoment(search)
    // Going back in the browser's history is not a click on a link.
    if (key !== last.current && how !== 'POP' && seconds !== undefined) play(seconds)
    last.current = key
  })
  useEffect(() => follow(), [key])
}
