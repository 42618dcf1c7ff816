import type { PageAddress } from '#shared/pages.ts'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { AccountLinks } from './account-links.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { getMainLinks, MEMBER_LINKS, POLICY_LINKS } from './navigation.ts'
import { NavigationLink } from './navigation-link.tsx'
import { useIsSignedIn } from '#web/client/session.ts'
import { useSite } from './site.ts'

const MENU = 'menu'

/** The menu on small screens. A native dialog traps the focus and closes on Esc without scripts. */
export function Drawer() {
  const dialog = useRef<HTMLDialogElement>(null)
  const isSignedIn = useIsSignedIn()
  const site = useSite()
  const close = () => dialog.current?.close()
  const { key } = useLocation()
  useEffect(() => dialog.current?.close(), [key])
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        // Browsers that support these attributes open the dialog before any script has loaded; in others, our script
        // opens it.
        {...{ command: 'show-modal', commandfor: MENU }}
        onClick={() => dialog.current?.open || dialog.current?.showModal()}
        className="-ml-2 grid size-11 place-items-center rounded-control hover:bg-head-deep md:hidden"
      >
        <Icon name="menu" className="size-6" />
      </button>
      <dialog
        ref={dialog}
        id={MENU}
        aria-label="Menu"
        // A click outside closes it in browsers that support this attribute; in others, users press Esc or the button.
        closedby="any"
        className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-[250px] max-w-[85vw] -translate-x-full bg-surface text-ink shadow-lift transition-[translate,display,overlay] transition-discrete duration-200 backdrop:bg-night/50 open:translate-x-0 starting:open:-translate-x-full"
      >
        <div className="flex min-h-full flex-col px-3 py-3">
          <button
            type="button"
            aria-label="Close menu"
            onClick={close}
            className="grid size-11 place-items-center self-end rounded-control text-muted hover:bg-wash"
          >
            <Icon name="close" className="size-6" />
          </button>
          <nav aria-label="Menu">
            <ul className="flex flex-col">
              {[...getMainLinks(site), ...(isSignedIn ? MEMBER_LINKS : [])].map((link) => (
                <li key={link.to}>
                  <DrawerLink {...link} />
                </li>
              ))}
            </ul>
            <div className="my-3 flex flex-col items-start border-y border-line py-3 text-link">
              <AccountLinks />
            </div>
            <ul className="flex flex-col text-muted">
              {POLICY_LINKS.map((link) => (
                <li key={link.to}>
                  <DrawerLink {...link} />
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </dialog>
    </>
  )
}

function DrawerLink({ to, label }: { to: PageAddress; label: string }) {
  return (
    <NavigationLink
      to={to}
      className="relative flex min-h-11 items-center rounded-control px-3 text-sm font-semibold before:absolute before:inset-y-2 before:left-0 hover:bg-wash aria-[current]:bg-wash aria-[current]:text-link aria-[current]:before:border-l-3"
    >
      {label}
    </NavigationLink>
  )
}
