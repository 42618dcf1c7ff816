import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'

const PLACES = [
  { to: '/Studio/', label: 'Orders' },
  { to: '/Studio/People/', label: 'People' },
] as const

/** What stands around every page of the studio. */
export function StudioFrame({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const isPeople = /^\/studio\/people/i.test(pathname)
  return (
    <div className="page-width pb-8">
      <PageHeading title={title} />
      <nav aria-label="Studio" className="-mt-4 mb-8 border-b border-line">
        <ul className="flex gap-6">
          {PLACES.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={isPeople === (to === '/Studio/People/') ? 'page' : undefined}
                className="-mb-px flex min-h-11 items-center border-b-3 border-transparent font-semibold text-muted hover:text-ink aria-[current]:border-bar aria-[current]:text-ink"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}

/** In place of a page that could not be loaded. */
export function StudioFailed({ title }: { title: string }) {
  return (
    <StudioFrame title={title}>
      <Notice
        kind="error"
        action={
          <Button variant="quiet" onClick={() => location.reload()}>
            Try again
          </Button>
        }
      >
        This could not be loaded. Please try again in a moment.
      </Notice>
    </StudioFrame>
  )
}
