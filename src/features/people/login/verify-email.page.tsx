import { useState } from 'react'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { storedToken } from '#web/client/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/verify-email.page.ts'
import type { verifyEmail } from './login.contract.ts'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { readBrowserKey } from './ui/browser-key.ts'
import { getErrorMessage } from '#features/people/accounts/ui/form-errors.ts'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'
import { UsedLink } from './ui/used-link.tsx'
import { useLinkEntry } from './ui/use-link-entry.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Verify your email', isPersonal: true })

type State =
  | { kind: 'asking' | 'sending' }
  | { kind: 'used'; text: string; next: string | null; isOtherIn: boolean }
  | { kind: 'failed' | 'dead'; text: string }

/**
 * Opening the link changes nothing; the button verifies the address. Email scanners press it too, so it logs in only
 * the browser that registered, and only if no one is logged in there.
 */
export default function VerifyEmailPage({ params }: Route.ComponentProps) {
  const isReady = useIsHydrated()
  const [state, setState] = useState<State>({ kind: 'asking' })
  const entry = useLinkEntry()

  const verify = async () => {
    setState({ kind: 'sending' })
    const isAnybodyIn = storedToken() !== undefined
    try {
      const body = { token: params.token, sign_in: !isAnybodyIn, browser_key: readBrowserKey() }
      const reply = await callAsVisitor<typeof verifyEmail>('POST /Academy/api/verify-email/', { body })
      setState({ kind: 'used', text: reply.message, next: reply.next, isOtherIn: isAnybodyIn })
      await entry.enter(reply)
    } catch (error) {
      setState(toState(error, isAnybodyIn))
    }
  }

  if (state.kind === 'used' && !entry.isGoingOn) {
    return (
      <UsedLink
        title="Welcome"
        message={state.text}
        next={state.next}
        entry={entry}
        start={{ to: '/Courses/', label: 'Browse Courses' }}
      >
        {state.isOtherIn && (
          <p>
            This browser stays logged in with the account that was used before. To go on with this one, log in with it.
          </p>
        )}
      </UsedLink>
    )
  }
  if (state.kind === 'dead') {
    return (
      <AccountFrame title="This link does not work">
        <Notice kind="error">{state.text}</Notice>
        <ButtonLink to="/Login" wide>
          Go to Login
        </ButtonLink>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title="Verify your email">
      <p>Press the button to confirm that this email address is yours.</p>
      {state.kind === 'failed' && <Notice kind="error">{state.text}</Notice>}
      <Button wide busy={state.kind === 'sending' || entry.isGoingOn} disabled={!isReady} onClick={() => void verify()}>
        Verify my email
      </Button>
    </AccountFrame>
  )
}

/** An invalid link stays invalid; other errors may be temporary. */
function toState(error: unknown, isOtherIn: boolean): State {
  const text = getErrorMessage(error)
  if (!(error instanceof ApiError)) return { kind: 'failed', text }
  const { next } = error.body
  if (error.body['code'] === 'already_verified')
    return { kind: 'used', text, next: typeof next === 'string' ? next : null, isOtherIn }
  return { kind: error.status === 400 ? 'dead' : 'failed', text }
}
