import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { useIsSignedIn } from '#web/client/session.ts'
import { Logo } from '#web/ui/logo.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AccountLinks, LinksOfMember } from './account-links.tsx'
import { Drawer } from './drawer.tsx'
import { ContactLinks, Footer } from './footer.tsx'
import { getMainLinks, MEMBER_LINKS } from './navigation.ts'
import { NavigationLink } from './navigation-link.tsx'
import { type Site, useSite } from './site.ts'

// Loaded on demand, because few academies have an announcement. The server renders it; scripts are needed only to close
// it.
const AnnouncementBar = lazy(() => import('./announcement-bar.tsx'))

/** The header and footer around every page, except in the studio, which has its own. */
export function Frame({ children }: { children: ReactNode }) {
  const site = useSite()
  const content = useFocusAfterNavigation()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {site?.announcement && (
        <Suspense>
          <AnnouncementBar announcement={site.announcement} />
        </Suspense>
      )}
      {site && <TopBar site={site} />}
      <Bar site={site} />
      <Pending />
      <main id="content" ref={content} tabIndex={-1} className="flex-1 outline-none has-[>.message-page]:grid">
        {children}
      </main>
      {site && <Footer site={site} />}
    </div>
  )
}

/** Shown while it has the focus. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-24 print:hidden rounded-control bg-surface px-4 py-3 text-sm font-semibold text-link shadow-lift focus:translate-y-0"
    >
      Skip to content
    </a>
  )
}

function TopBar({ site }: { site: Site }) {
  return (
    <section aria-label="Contact and account" className="on-dark hidden bg-night text-white md:block print:hidden">
      <div className="page-width flex items-center justify-between">
        <div className="flex gap-6">
          <ContactLinks
            site={site}
            className="inline-flex min-h-11 items-center gap-2 text-sm underline-offset-4 hover:underline"
          />
        </div>
        <div className="-mr-3 flex">
          <AccountLinks />
        </div>
      </div>
    </section>
  )
}

function Bar({ site }: { site: Site | undefined }) {
  const isSignedIn = useIsSignedIn()
  return (
    <header className="site-header on-dark sticky top-0 z-40 bg-head text-white [--logo-ground:var(--color-head)] print:hidden">
      <div className="page-width flex min-h-16 items-center gap-2">
        <Drawer />
        <Link to="/" className="flex min-h-11 min-w-0 items-center rounded-control">
          <Logo name={site?.name ?? 'Legal Nurse Academy'} picture={site?.logo} />
        </Link>
        <nav aria-label="Main" className="ml-auto hidden md:block">
          <ul className="-mr-3 flex flex-wrap justify-end">
            {[...getMainLinks(site), ...(isSignedIn ? MEMBER_LINKS : [])].map(({ to, label }) => (
              <li key={to}>
                <NavigationLink
                  to={to}
                  prefetch="intent"
                  className="relative flex min-h-16 items-center px-1.5 text-sm font-medium whitespace-nowrap transition-colors after:absolute after:inset-x-1.5 after:bottom-0 hover:bg-head-deep aria-[current]:after:border-b-3 aria-[current]:after:border-white/70 min-[60rem]:px-2 min-[60rem]:after:inset-x-2 lg:px-3 lg:after:inset-x-3"
                >
                  {label}
                </NavigationLink>
              </li>
            ))}
          </ul>
        </nav>
        {isSignedIn && <LinksOfMember bell="-mr-2 -ml-1 grid shrink-0 max-md:ml-auto" />}
      </div>
    </header>
  )
}

/** Shown only if the next page takes noticeably long. */
export function Pending() {
  const { state } = useNavigation()
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-24 z-50 flex justify-center">
      {state === 'loading' && (
        <p className="fade-in-late flex items-center gap-3 rounded-full bg-night px-5 py-2 text-sm font-medium text-white shadow-lift">
          <Spinner />
          Loading...
        </p>
      )}
    </div>
  )
}

/** After navigation, screen readers and keyboard focus start at the top of the new page. */
export function useFocusAfterNavigation() {
  const { pathname, hash } = useLocation()
  const content = useRef<HTMLElement>(null)
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    // If the URL has a fragment, the focus starts there instead.
    const start = (hash && document.getElementById(hash.slice(1))) || content.current
    start?.focus({ preventScroll: true })
  }, [pathname, hash])
  return content
}
