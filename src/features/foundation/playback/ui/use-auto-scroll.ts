import { type RefObject, useEffect, useState } from 'react'

/**
 * Keeps one item of a list in view unless the user scrolls the list or moves through it by keyboard. Scrolls only the
 * list, never the page.
 */
export function useAutoScroll(list: RefObject<HTMLElement | null>, place: number) {
  const [isFollowing, setFollowing] = useState(true)

  useEffect(() => {
    const frame = list.current
    const child = frame?.children[place]
    if (isFollowing && frame && child instanceof HTMLElement)
      frame.scrollTo({ top: child.offsetTop - frame.clientHeight / 3 })
  }, [list, place, isFollowing])

  useEffect(() => {
    const frame = list.current
    if (!frame) return undefined
    const letGo = () => setFollowing(false)
    // If the list element itself is pressed, the press is on its scroll bar.
    const press = ({ target }: Event) => target === frame && letGo()
    const moveFocus = (event: KeyboardEvent) => {
      const buttons = [...frame.querySelectorAll('button')]
      const at = buttons.findIndex((button) => button === document.activeElement)
      const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
      if (next === undefined || at < 0) return
      event.preventDefault()
      letGo()
      buttons[next]?.focus()
    }
    frame.addEventListener('wheel', letGo, { passive: true })
    frame.addEventListener('touchmove', letGo, { passive: true })
    frame.addEventListener('pointerdown', press)
    frame.addEventListener('keydown', moveFocus)
    return () => {
      frame.removeEventListener('wheel', letGo)
      frame.removeEventListener('touchmove', letGo)
      frame.removeEventListener('pointerdown', press)
      frame.removeEventListener('keydown', moveFocus)
    }
  }, [list])

  return { isFollowing, follow: () => setFollowing(true) }
}
