import { useLocation, useNavigationType } from 'react-router'

/** For `navigate`: what the next page says of what was done on the one before. */
export function withMessage(message: string) {
  return { state: { told: message } }
}

/** What was done on the page before, in a sentence; undefined where nothing was. */
export function useNavigationMessage(): string | undefined {
  const { state }: { state: unknown } = useLocation()
  const how = useNavigationType()
  // The browser's history outlives the session: whoever comes back may be somebody else.
  const isNew = how !== 'POP'
  const message = isNew && typeof state === 'object' && state !== null && 'told' in state ? state.told : undefined
  return typeof message === 'string' ? message : undefined
}

/** For a link whose press is to begin what its page plays: browsers allow that within a site. */
export const AUTOPLAY_STATE = { plays: true }

/** Whether somebody has just pressed such a link; coming back to the page later is no press. */
export function useShouldAutoplay(): boolean {
  const { state }: { state: unknown } = useLocation()
  const how = useNavigationType()
  return how !== 'POP' && typeof state === 'object' && state !== null && 'plays' in state && state.plays === true
}
