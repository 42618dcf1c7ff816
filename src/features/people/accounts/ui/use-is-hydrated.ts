import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/**
 * False in the page as it came from the server, true as soon as its scripts run. Forms wait for it: sent earlier, the
 * browser itself would send them, with the password.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
