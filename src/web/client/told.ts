import { useLocation } from 'react-router'

/** For `navigate`: what the next page says of what was done on the one before. */
export function telling(told: string) {
  return { state: { told } }
}

/** What was done on the page before, in a sentence; undefined where nothing was. */
export function useTold(): string | undefined {
  const { state }: { state: unknown } = useLocation()
  const told = typeof state === 'object' && state !== null && 'told' in state ? state.told : undefined
  return typeof told === 'string' ? told : undefined
}
