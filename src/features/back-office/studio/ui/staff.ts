import { useEffect, useState } from 'react'
import type { readAccount } from '#features/people/accounts/accounts.contract.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { rememberStaff, stayFor, storedToken } from '#web/client/session.ts'
import { signInAgainWith } from './reauthenticate.ts'

export type StaffAccount = ReplyOf<typeof readAccount>

type Asked = { token: string | undefined; answer: Promise<StaffAccount>; known?: StaffAccount }

// Once for each login: every page of the studio has the frame, and none waits for it.
let asked: Asked | undefined

/** Who is logged in, asked once. */
export function loadStaff(): Promise<StaffAccount> {
  const token = storedToken()
  if (asked && asked.token === token) return asked.answer
  const asking: Asked = { token, answer: call<typeof readAccount>('GET /Academy/api/account/') }
  asked = asking
  asking.answer.then(
    (known) => (asking.known = known),
    () => {
      // The next page asks again.
      if (asked === asking) asked = undefined
    },
  )
  return asking.answer
}

/** Undefined until it is known who is there, and for visitors. */
export function useStaff(): StaffAccount | undefined {
  // Pages are rendered for everybody: what an earlier page of the studio knows is shown at once, the first page's is not.
  const [staff, setStaff] = useState(asked?.known)
  useEffect(() => {
    if (storedToken() === undefined) return
    let isLeft = false
    loadStaff().then(
      (known) => {
        keepWhatIsTyped(known)
        rememberStaff(known.role !== 'learner')
        if (!isLeft) setStaff(known)
      },
      (error: unknown) => console.error(error),
    )
    return () => {
      isLeft = true
    }
  }, [])
  return staff
}

/** From now on whoever works here logs in again over the page, should the session end, and nothing that was typed goes. */
function keepWhatIsTyped({ username }: StaffAccount): void {
  signInAgainWith(async () => (await import('#features/people/accounts/ui/login-dialog.tsx')).askToSignIn(username))
  stayFor(async () => (await call<typeof readAccount>('GET /Academy/api/account/')).username === username)
}
