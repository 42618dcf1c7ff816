import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/**
 * False in the server-rendered page, true once scripts run. Forms wait for it: an earlier submit would be a native one,
 * sending the password.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
