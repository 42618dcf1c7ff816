import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

type VideoOverlayProps = { label: string; lead: string; title: string; children: ReactNode }

/**
 * Covers a paused video, and shows where the member is and what they can do. The video area grows if the text would not
 * fit.
 */
export function VideoOverlay({ label, lead, title, children }: VideoOverlayProps) {
  return (
    <section
      aria-label={label}
      data-theme="dark"
      className="@container z-1 col-start-1 row-start-1 bg-night/97 text-ink backdrop-blur-md"
    >
      <div className="flex min-h-full flex-col items-center justify-center gap-3 p-3 text-center @xl:gap-5 @xl:p-6">
        <div className="min-w-0">
          <p className="text-xs text-muted @md:text-sm">{lead}</p>
          <p className="font-serif text-base font-semibold text-balance @md:text-lg @xl:text-xl">{title}</p>
        </div>
        <div className="flex flex-wrap justify-center gap-2 @xl:gap-3">{children}</div>
      </div>
    </section>
  )
}

/**
 * Returns a ref for the overlay's first link. The link takes the focus from the recording, whose controls are hidden
 * under the overlay, or in any case if `isAlways`.
 */
export function useAutoFocusLink(isAlways = false): RefObject<HTMLAnchorElement | null> {
  const way = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isAlways || document.activeElement instanceof HTMLMediaElement) way.current?.focus()
  }, [isAlways])
  return way
}
