import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'

// Loaded when someone opens it. If it can't be loaded, the rest of the page still works.
const Palette = lazy(() =>
  import('./palette.tsx').catch((error: unknown) => {
    console.error(error)
    return { default: (): ReactNode => null }
  }),
)

/** Opens the search for pages, members, orders, and products; Ctrl+K or Cmd+K does, too. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey || defaultPrevented) return
      event.preventDefault()
      // Another dialog, such as the one for logging in again, needs an answer first.
      if (!document.querySelector('dialog[open], [role="dialog"]')) setOpen(true)
    }
    addEventListener('keydown', openByKey)
    return () => removeEventListener('keydown', openByKey)
  }, [])
  const shortcut = useSyncExternalStore(
    () => () => {},
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'),
    () => '',
  )
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="flex min-h-11 min-w-11 items-center justify-center gap-3 rounded-control px-3 text-sm hover:bg-head-deep wide:min-h-9 wide:border wide:border-white/60"
      >
        {/* Not part of the icon set, because every first visit loads that. */}
        <svg
          aria-hidden="true"
          viewBox="0 0 20 20"
          className="size-5 shrink-0"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
        >
          <path d="M8.8 15a6.2 6.2 0 1 0 0-12.4 6.2 6.2 0 0 0 0 12.4ZM13.4 13.4l4.1 4.1" />
        </svg>
        <span className="sr-only wide:not-sr-only">Search or go to…</span>
        <kbd aria-hidden="true" className="hidden font-sans text-xs text-white/80 wide:block">
          {shortcut}
        </kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
