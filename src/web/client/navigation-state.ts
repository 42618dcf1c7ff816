import { useLocation, useNavigationType } from 'react-router'

/** Options for `navigate`: a message that the next page shows about an action on the previous page. */
export function withMessage(message: string) {
  return { state: { message } }
}

/** The message about an action on the previous page; undefined if there is none. */
export function useNavigationMessage(): string | undefined {
  const { state }: { state: unknown } = useLocation()
  const how = useNavigationType()
  // Browser history outlasts the session, and the next user might be someone else.
  const isNew = how !== 'POP'
  const message = isNew && typeof state === 'object' && state !== null && 'message' in state ? state.message : undefined
  return typeof message === 'string' ? message : undefined
}

/** State for links that should start playback on the next page, which browsers allow after a click on the same site. */
export const AUTOPLAY_STATE = { plays: true }

/** Whether such a link was just clicked; returning to the page later does not count. */
export function useShouldAutoplay(): boolean {
  const { state }: { state: unknown } = useLocation()
  const how = useNavigationType()
  return how !== 'POP' && typeof state === 'object' && state !== null && 'plays' in state && state.plays === true
}
