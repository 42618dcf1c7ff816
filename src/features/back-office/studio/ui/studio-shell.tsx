import type { MouseEvent, ReactNode } from 'react'
import { Link, Outlet, useLocation, useMatches } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import type { LoadState } from '#web/client/load-state.ts'
import { useIsStaff } from '#web/client/session.ts'
import { LinksOfMember } from '#web/shell/account-links.tsx'
import { DrawerDialog } from '#web/shell/drawer.tsx'
import { Frame, Pending, SkipLink, useFocusAfterNavigation } from '#web/shell/frame.tsx'
import { NAV_LINK_CLASS } from '#web/shell/navigation-link.tsx'
import { useSite } from '#web/shell/site.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { PaletteButton } from './palette-button.tsx'
import { isPreviewFrame } from './preview-frame.ts'
import { useStaff } from './staff.ts'
import { StudioNav } from './studio-nav.tsx'
import './studio.css'

/**
 * The layout around the studio. For anyone who isn't staff, the studio does not exist, so they see the academy's
 * layout.
 */
export default function StudioShell() {
  const loaded = useMatches().at(-1)?.loaderData as LoadState<unknown, 'missing'> | undefined
  const isStaff = useIsStaff()
  const isAcademy = loaded?.state === 'visitor' || (loaded?.state === 'missing' && !isStaff)
  const Shell = isAcademy ? Frame : StudioBars
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

/** The bar and the menu around every studio page, instead of the academy's header and footer. */
function StudioBars({ children }: { children: ReactNode }) {
  const content = useFocusAfterNavigation()
  if (isPreviewFrame(useLocation())) return <FramedPage>{children}</FramedPage>
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <StudioBar />
      <Pending />
      <div className="flex flex-1">
        <div className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-60 shrink-0 self-start overflow-y-auto border-r border-line bg-surface p-3 wide:block print:hidden">
          <StudioNav />
        </div>
        <main
          id="content"
          ref={content}
          tabIndex={-1}
          className="min-w-0 flex-1 outline-none has-[>.message-page]:grid"
        >
          {children}
        </main>
      </div>
    </div>
  )
}

/** The phone-sized frame of a preview, which stays in the preview. */
function FramedPage({ children }: { children: ReactNode }) {
  // Asks for a login when the session has ended. The menu does so on other pages.
  useStaff()
  return (
    <main id="content" onClickCapture={openOutsideFrame}>
      {children}
    </main>
  )
}

/** Opens a link to any other page in a new tab, because other pages may not be in a frame. */
function openOutsideFrame(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href.startsWith('http') || link.target === '_blank') return
  if (link.origin === location.origin && isPreviewFrame(link)) return
  event.preventDefault()
  window.open(link.href, '_blank', 'noopener')
}

function StudioBar() {
  const site = useSite()
  return (
    <header className="on-dark sticky top-0 z-40 bg-head text-white [--logo-ground:var(--color-head)] print:hidden">
      <div className="flex min-h-14 items-center gap-2 px-5 wide:pl-6">
        <DrawerDialog
          id="studio-menu"
          label="Menu"
          button={<Icon name="menu" className="size-6" />}
          buttonClass="-ml-2 grid size-11 shrink-0 place-items-center rounded-control hover:bg-head-deep wide:hidden"
        >
          <StudioNav isInDrawer />
          <div className="my-3 flex flex-col items-start border-t border-line pt-3 text-link">
            <SiteLinks />
          </div>
        </DrawerDialog>
        <Link to={pageAddress('/Studio/')} className="flex min-h-11 min-w-0 items-center gap-3 rounded-control">
          <Logo name={site?.name ?? 'Legal Nurse Academy'} picture={site?.logo} />
          <span className="rounded-full border border-white/60 px-2.5 text-xs font-semibold max-sm:sr-only">
            Studio
          </span>
        </Link>
        <div className="ml-auto flex shrink-0 items-center">
          <PaletteButton />
          <LinksOfMember bell="grid" />
          <div className="-mr-3 hidden items-center wide:flex">
            <SiteLinks />
          </div>
        </div>
      </div>
    </header>
  )
}

function SiteLinks() {
  return (
    <>
      <a href="/" className={NAV_LINK_CLASS}>
        View site
      </a>
      <LinksOfMember isInStudio />
    </>
  )
}
