import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Escape closes what a button opened while the keyboard is inside it. Does nothing without `leave`: after typing, for
 * example, when a stray key must not hide the input.
 */
export function useEscape(within: RefObject<HTMLElement | null>, leave: (() => void) | undefined): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    // The Escape that ends an input method composition is not for the form.
    if (event.key !== 'Escape' || event.isComposing || !within.current?.contains(document.activeElement)) return
    leave?.()
  })
  const isLeft = leave !== undefined
  useEffect(() => {
    if (!isLeft) return undefined
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [isLeft])
}
