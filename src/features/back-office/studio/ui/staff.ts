import { useEffect, useState } from 'react'
import type { readAccount } from '#features/people/accounts/accounts.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { rememberStaff, setSameMemberCheck, storedToken } from '#web/client/session.ts'
import { setReauthenticatePrompt } from './reauthenticate.ts'

export type StaffAccount = EndpointReply<typeof readAccount>

type PendingAccount = { token: string | undefined; answer: Promise<StaffAccount>; known?: StaffAccount }

// Once for each login: every page of the studio has the frame, and none waits for it.
let pendingAccount: PendingAccount | undefined

/** Who is logged in, asked once. */
export function loadStaff(): Promise<StaffAccount> {
  const token = storedToken()
  if (pendingAccount && pendingAccount.token === token) return pendingAccount.answer
  const asking: PendingAccount = { token, answer: call<typeof readAccount>('GET /Academy/api/account/') }
  pendingAccount = asking
  asking.answer.then(
    (known) => (asking.known = known),
    () => {
      // The next page asks again.
      if (pendingAccount === asking) pendingAccount = undefined
    },
  )
  return asking.answer
}

/** Undefined until it is known who is there, and for visitors. */
export function useStaff(): StaffAccount | undefined {
  // Pages are rendered for everybody: what an earlier page of the studio knows is shown at once, the first page's is not.
  const [staff, setStaff] = useState(pendingAccount?.known)
  useEffect(() => {
    if (storedToken() === undefined) return
    let isLeft = false
    loadStaff().then(
      (known) => {
        preserveInput(known)
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
function preserveInput({ username }: StaffAccount): void {
  setReauthenticatePrompt(async () =>
    (await import('#features/people/login/ui/login-dialog.tsx')).askToSignIn(username),
  )
  setSameMemberCheck(async () => (await call<typeof readAccount>('GET /Academy/api/account/')).username === username)
}
