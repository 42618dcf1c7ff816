import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/**
 * Returns false in the server-rendered page, and true when scripts run. Forms wait for that. If a form were submitted
 * earlier, the browser itself would send it, including the password.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
