import { useCallback, useSyncExternalStore } from 'react'

/** Phones, as in the breakpoint `sm`. */
export const PHONE = '(width < 37.5rem)'
/** Room for the menu, the sections of a product, and the form next to each other, as in the breakpoint `lg`. */
export const SIDE_BY_SIDE = '(width >= 75rem)'

/** Whether the window matches a media query, for layouts whose order differs; otherwise use classes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}
