import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * When Escape is pressed while the focus is inside something that a button opened, closes it. Does nothing without
 * `leave`, for example after typing, when an accidental key press must not hide the input.
 */
export function useEscape(within: RefObject<HTMLElement | null>, leave: (() => void) | undefined): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    // An Escape that ends an input method composition must not close the form.
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
