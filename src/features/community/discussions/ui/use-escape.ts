import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Leaves by Escape what a button has opened, while the keyboard is within it. Without `leave` it does nothing: where something was typed, say, which no
 * slip of a key may take from sight.
 */
export function useEscape(within: RefObject<HTMLElement | null>, leave: (() => void) | undefined): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    // The one that ends the composing of a sign is not meant for the form.
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
