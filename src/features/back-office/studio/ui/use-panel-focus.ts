import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * For a button that opens a panel. The focus moves to the panel's first field when it opens (to Cancel if there is
 * none), and back to the button when it closes. If the button is gone by then, the focus stays in the same list item or
 * section. A panel that is open at first gets the focus only if `wasOpenAtFirst` is false.
 */
export function usePanelFocus(
  isOpen: boolean,
  wasOpenAtFirst = isOpen,
): {
  opener: RefObject<HTMLButtonElement | null>
  panel: RefObject<HTMLDivElement | null>
} {
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const region = useRef<Element>(null)
  const wasOpen = useRef(wasOpenAtFirst)
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    if (!isOpen) return restoreFocus(opener.current, region.current)
    region.current = panel.current?.closest('li, section') ?? null
    const field = panel.current?.querySelector<HTMLElement>('select, input, textarea')
    const cancel = [...(panel.current?.querySelectorAll('button') ?? [])].at(-1)
    ;(field ?? cancel)?.focus()
  }, [isOpen])
  // Before the elements are removed, because then nothing has the focus anymore.
  useLayoutEffect(() => {
    const { current } = panel
    const around = current?.closest('li, section') ?? null
    return () => {
      if (current?.contains(document.activeElement)) requestAnimationFrame(() => restoreFocus(null, around))
    }
  }, [])
  return { opener, panel }
}

function restoreFocus(opener: HTMLElement | null, region: Element | null): void {
  if (opener?.isConnected) return opener.focus()
  if (document.activeElement !== document.body) return
  const next = region?.isConnected ? region.querySelector<HTMLElement>('button, a[href], input, select') : null
  const target = next ?? document.getElementById('content')
  target?.focus({ preventScroll: true })
}
