import type { ReactNode } from 'react'
import type { Endpoint } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { call } from '#web/client/api.ts'
import { useUnreadNotifications } from '#web/client/live-notifications.ts'
import { endSession, useIsStaff } from '#web/client/session.ts'
import { classes } from '#web/ui/classes.ts'
import { NAV_LINK_CLASS, NavigationLink } from './navigation-link.tsx'

// Defined here instead of being imported from the accounts contract: features depend on this folder, so it must not
// depend on features.
type Logout = Endpoint & { method: 'POST'; url: '/Academy/api/logout/' }

const MAX_SHOWN = 99

type MemberLinksProps = { bell?: string; isInStudio?: boolean }

/** The links for members. `bell` is the CSS class of the bell; with it, only the bell is shown. */
export default function MemberLinks({ bell, isInStudio = false }: MemberLinksProps): ReactNode {
  const isStaff = useIsStaff()
  if (bell !== undefined) return <Bell className={bell} />
  return (
    <>
      {isStaff && !isInStudio && (
        <a href="/Studio/" className={NAV_LINK_CLASS}>
          Studio
        </a>
      )}
      <NavigationLink to="/Account/" className={NAV_LINK_CLASS}>
        Account
      </NavigationLink>
      <LogoutButton />
    </>
  )
}

/** Links to the notifications, with the number of unread ones. */
function Bell({ className }: { className: string }) {
  const unread = useUnreadNotifications()?.unread ?? 0
  const shown = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread)
  return (
    <NavigationLink
      to={pageAddress('/Account/Notices')}
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`}
      className={classes('relative size-11 place-items-center rounded-control', className)}
    >
      {/* Not part of the icon set, because every first visit loads that. */}
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="size-5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M4.5 14.5V9a5.5 5.5 0 0 1 11 0v5.5M2.5 14.5h15M8 17.5a2.2 2.2 0 0 0 4 0M10 3.5V2" />
      </svg>
      {unread > 0 && (
        <span className="absolute top-1 left-5.5 grid h-5 min-w-5 place-items-center rounded-full bg-white px-0.5 text-[min(0.8125rem,4vw)] leading-none font-semibold text-night forced-colors:border">
          {shown}
        </span>
      )}
    </NavigationLink>
  )
}

function LogoutButton() {
  return (
    <button type="button" onClick={logOut} className={NAV_LINK_CLASS}>
      Logout
    </button>
  )
}

/** Logs out locally at once, whether or not the academy can be reached. */
function logOut(): void {
  call<Logout>('POST /Academy/api/logout/', { keepalive: true }).catch((error: unknown) => console.error(error))
  endSession()
  // Hides the page's content even if the academy can't be reached.
  document.querySelector('main')?.toggleAttribute('hidden', true)
  location.assign('/')
}
