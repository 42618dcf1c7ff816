import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { getAriaCurrent, getMenuItems } from './studio-menu.ts'
import { useStaff } from './staff.ts'
import './studio.css'

export function StudioFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page-width pb-8">
      <PageHeading title={title} />
      <StudioMenu />
      {children}
    </div>
  )
}

/** The menu items for the member's role. Scrolls horizontally on phones, with the current one in view. */
function StudioMenu() {
  const { pathname } = useLocation()
  const role = useStaff()?.role
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!list.current || !current) return
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2
  }, [role, pathname])
  return (
    <nav aria-label="Studio" className="-mt-4 mb-8 min-h-11 border-b border-line">
      <ul ref={list} className="relative -mx-3 -mb-px flex overflow-x-auto overflow-y-hidden [scrollbar-width:none]">
        {(role ? getMenuItems(role) : []).map((place) => (
          <li key={place.to}>
            <Link
              to={place.to}
              aria-current={getAriaCurrent(place, pathname)}
              // Browsers don't scroll to a partly visible item.
              onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
              className="relative flex min-h-11 items-center px-3 font-semibold whitespace-nowrap text-muted -outline-offset-2 after:absolute after:inset-x-3 after:bottom-0 hover:text-ink aria-[current]:text-ink aria-[current]:after:border-b-3 aria-[current]:after:border-bar"
            >
              {place.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
