import { useState } from 'react'
import type { Endpoint } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { PlaceLink } from './place-link.tsx'
import { dropToken, useIsSignedIn, useIsStaff } from '#web/client/session.ts'
import { Spinner } from '#web/ui/spinner.tsx'

// Named here and not taken from the accounts' contract: features stand on this folder, so it knows none of them by name.
type Logout = Endpoint & { method: 'POST'; url: '/Academy/api/logout/' }

const PLAIN =
  'inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-semibold hover:underline underline-offset-4 aria-[current]:underline'

/** Log In and Register, or Account and Logout; the studio for staff. */
export function AccountLinks() {
  const isSignedIn = useIsSignedIn()
  const isStaff = useIsStaff()
  if (isSignedIn) {
    return (
      <>
        {isStaff && (
          <a href="/Studio/" className={PLAIN}>
            Studio
          </a>
        )}
        <PlaceLink to="/Account/" className={PLAIN}>
          Account
        </PlaceLink>
        <LogoutButton />
      </>
    )
  }
  return (
    <>
      <PlaceLink to="/Login" className={PLAIN}>
        Log In
      </PlaceLink>
      <PlaceLink to="/Register" className={PLAIN}>
        Register
      </PlaceLink>
    </>
  )
}

function LogoutButton() {
  const [isBusy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await call<Logout>('POST /Academy/api/logout/')
    } catch (error) {
      // Whoever logs out is logged out here even when the academy can't be told.
      console.error(error)
    }
    dropToken()
    location.assign('/')
  }
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={() => void (isBusy || leave())}
      className={PLAIN}
    >
      {isBusy && <Spinner />}
      Logout
    </button>
  )
}
