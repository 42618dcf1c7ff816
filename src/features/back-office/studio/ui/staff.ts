import { useEffect, useState } from 'react'
import type { readAccount } from '#features/people/accounts/accounts.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { rememberStaff, setSameMemberCheck, storedToken } from '#web/client/session.ts'
import { setReauthenticatePrompt } from './reauthenticate.ts'

export type StaffAccount = EndpointReply<typeof readAccount>

type PendingAccount = { token: string | undefined; answer: Promise<StaffAccount>; known?: StaffAccount }

// Loaded once per login, because every studio page needs the account and none should have to wait for it.
let pendingAccount: PendingAccount | undefined

export function loadStaff(): Promise<StaffAccount> {
  const token = storedToken()
  if (pendingAccount && pendingAccount.token === token) return pendingAccount.answer
  const asking: PendingAccount = { token, answer: call<typeof readAccount>('GET /Academy/api/account/') }
  pendingAccount = asking
  asking.answer.then(
    (known) => (asking.known = known),
    () => {
      // The next page will retry.
      if (pendingAccount === asking) pendingAccount = undefined
    },
  )
  return asking.answer
}

/** Undefined until loaded, and for visitors. */
export function useStaff(): StaffAccount | undefined {
  // Pages are server-rendered for everyone, so the account is unknown on the first page, but known at once on later
  // ones.
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

/** From now on, a dialog asks for a login when the session has ended, so that no input is lost. */
function preserveInput({ username }: StaffAccount): void {
  setReauthenticatePrompt(async () =>
    (await import('#features/people/login/ui/login-dialog.tsx')).askToSignIn(username),
  )
  setSameMemberCheck(async () => (await call<typeof readAccount>('GET /Academy/api/account/')).username === username)
}
