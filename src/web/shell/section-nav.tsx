import { useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { PlainAddress } from '#shared/pages.ts'
import { getAriaCurrent } from './navigation.ts'

type SectionNavProps = { label: string; items: readonly { to: PlainAddress; label: string }[] }

/**
 * The navigation of a section, starting with its first page. Scrolls horizontally on phones and keeps the current page
 * in view.
 */
export function SectionNav({ label, items }: SectionNavProps) {
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!list.current || !current) return
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2
  }, [items.length, pathname])
  return (
    <nav aria-label={label} className="-mt-4 mb-8 min-h-11 border-b border-line">
      {/* Fades out where more items follow. */}
      <ul
        ref={list}
        className="relative -mx-3 -mb-px flex scroll-pr-10 overflow-x-auto overflow-y-hidden [mask-image:linear-gradient(to_right,#000_calc(100%-2.5rem),transparent)] pr-8 [scrollbar-width:none]"
      >
        {items.map(({ to, label: name }, place) => {
          const current = getAriaCurrent(to, pathname)
          return (
            <li key={to}>
              <Link
                to={to}
                // All other pages are below the first one, so it counts as current only on its own page.
                aria-current={place === 0 && current === 'true' ? undefined : current}
                // Browsers don't scroll to a partly visible item.
                onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
                className="relative flex min-h-11 items-center px-3 font-semibold whitespace-nowrap text-muted -outline-offset-2 after:absolute after:inset-x-3 after:bottom-0 hover:text-ink aria-[current]:text-ink aria-[current]:after:border-b-3 aria-[current]:after:border-bar"
              >
                {name}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
