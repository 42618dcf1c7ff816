import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { parseMoment } from './moment.ts'

/** Calls `play` when the user clicks a link to a timestamp of the current recording, since the page does not reload. */
export function useMomentRequests(play: (seconds: number) => void): void {
  const { key, search } = useLocation()
  const how = useNavigationType()
  const last = useRef(key)
  const follow = useEffectEvent(() => {
    const seconds = parseMoment(search)
    // Navigating back is not a click.
    if (key !== last.current && how !== 'POP' && seconds !== undefined) play(seconds)
    last.current = key
  })
  useEffect(() => follow(), [key])
}
