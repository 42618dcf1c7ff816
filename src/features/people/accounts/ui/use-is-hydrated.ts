import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/**
 * False in the server-rendered page, and true when scripts run. Forms wait for that, because the browser would submit
 * an earlier form natively and send the password that way.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
