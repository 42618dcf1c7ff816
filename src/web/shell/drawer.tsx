import type { PageAddress } from '#shared/pages.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { AccountLinks } from './account-links.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { getMainLinks, MEMBER_LINKS, POLICY_LINKS } from './navigation.ts'
import { NavigationLink } from './navigation-link.tsx'
import { useIsSignedIn } from '#web/client/session.ts'
import { useSite } from './site.ts'

/** The menu on small screens. */
export function Drawer() {
  const isSignedIn = useIsSignedIn()
  const site = useSite()
  return (
    <DrawerDialog
      id="menu"
      label="Menu"
      button={<Icon name="menu" className="size-6" />}
      buttonClass="-ml-2 grid size-11 place-items-center rounded-control hover:bg-head-deep md:hidden"
    >
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
    </DrawerDialog>
  )
}

type DrawerDialogProps = { id: string; label: string; button: ReactNode; buttonClass: string; children: ReactNode }

/**
 * A drawer on the left and the button that opens it. A native dialog traps the focus and closes on Esc without scripts;
 * following a link closes it, too.
 */
export function DrawerDialog({ id, label, button, buttonClass, children }: DrawerDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const { key } = useLocation()
  const shownFor = useRef(key)
  useEffect(() => {
    // The drawer may have been opened before the scripts had loaded.
    if (shownFor.current !== key) dialog.current?.close()
    shownFor.current = key
  }, [key])
  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        // Browsers that support these attributes open the dialog before any script has loaded; in others, our script
        // opens it.
        {...{ command: 'show-modal', commandfor: id }}
        onClick={() => dialog.current?.open || dialog.current?.showModal()}
        className={buttonClass}
      >
        {button}
      </button>
      <dialog
        ref={dialog}
        id={id}
        aria-label={label}
        // A click outside closes it in browsers that support this attribute; in others, users press Esc or the button.
        closedby="any"
        className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-[250px] max-w-[85vw] -translate-x-full bg-surface text-ink shadow-lift transition-[translate,display,overlay] transition-discrete duration-200 backdrop:bg-night/50 open:translate-x-0 starting:open:-translate-x-full"
      >
        <div className="flex min-h-full flex-col px-3 py-3">
          <button
            type="button"
            aria-label={`Close ${label.toLowerCase()}`}
            onClick={close}
            className="grid size-11 place-items-center self-end rounded-control text-muted hover:bg-wash"
          >
            <Icon name="close" className="size-6" />
          </button>
          {children}
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
