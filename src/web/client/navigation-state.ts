import { useLocation, useNavigationType } from 'react-router'

/** For `navigate`: what the next page reports about an action on the previous one. */
export function withMessage(message: string) {
  return { state: { message } }
}

/** The message about an action on the previous page; undefined if there is none. */
export function useNavigationMessage(): string | undefined {
  const { state }: { state: unknown } = useLocation()
  const how = useNavigationType()
  // The browser's history outlives the session: the next user may be someone else.
  const isNew = how !== 'POP'
  const message = isNew && typeof state === 'object' && state !== null && 'message' in state ? state.message : undefined
  return typeof message === 'string' ? message : undefined
}

/** State for a link whose click should start playback on the next page: browsers allow that within a site. */
export const AUTOPLAY_STATE = { plays: true }

/** Whether such a link was just clicked; returning to the page later does not count. */
export function useShouldAutoplay(): boolean {
  const { state }: { state: unknown } = useLocation()
  const how = useNavigationType()
  return how !== 'POP' && typeof state === 'object' && state !== null && 'plays' in state && state.plays === true
}
