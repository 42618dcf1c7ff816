import { useEffect, useState } from 'react'
import type { EndpointInput } from '#shared/endpoint.ts'
import { defineActions, UNREACHABLE } from '#web/client/actions.ts'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { storedToken, useIsSignedIn } from '#web/client/session.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { loginAddress } from '#shared/pages.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/verify-email.page.ts'
import type { checkVerificationLink, verifyEmail } from './login.contract.ts'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { readBrowserKey } from './ui/browser-key.ts'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'
import { parseReturnTo } from './return-to.rules.ts'
import { UsedLink } from './ui/used-link.tsx'
import { useLinkEntry } from './ui/use-link-entry.ts'
import type { Entry } from './ui/use-login.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Verify your email', isPersonal: true })

type Verified = { message: string; next: string | null; isOtherIn: boolean }

const actions = {
  /** Verifies the address. Also succeeds if it is already verified. */
  verify: async (body: EndpointInput<typeof verifyEmail>['body']): Promise<Verified & Entry> => {
    const isOtherIn = storedToken() !== undefined
    try {
      const reply = await callAsVisitor<typeof verifyEmail>('POST /Academy/api/verify-email/', {
        body: { ...body, sign_in: !isOtherIn },
      })
      return { ...reply, isOtherIn }
    } catch (error) {
      const verified = parseVerified(error)
      if (!verified) throw error
      return { ...verified, isOtherIn }
    }
  },
}

/** Reads the response for a link whose address has already been verified. */
function parseVerified(error: unknown): { message: string; next: string | null } | undefined {
  if (!(error instanceof ApiError) || error.body['code'] !== 'already_verified') return undefined
  const { next } = error.body
  return { message: error.message, next: typeof next === 'string' ? next : null }
}

export const clientAction = defineActions(actions)

/**
 * Opening the link changes nothing, because only the button verifies the address. Email scanners click the button, too,
 * so it logs in only the browser that registered, and only if no one is logged in there.
 */
export default function VerifyEmailPage({ params }: Route.ComponentProps) {
  const isReady = useIsHydrated()
  const action = useAction<typeof actions>({ unreachable: UNREACHABLE })
  const used = action.result('verify')
  const entry = useLinkEntry()
  const refusal = useRefusal(params.token)
  const verified = parseVerified(refusal)
  const next = parseReturnTo(verified?.next)
  const isSignedIn = useIsSignedIn()

  const verify = async () => {
    const reply = await action.submit('verify', { token: params.token, browser_key: readBrowserKey() })
    if (reply) await entry.enter(reply)
  }

  if (used && !entry.isGoingOn) {
    return (
      <UsedLink
        title="Welcome"
        message={used.message}
        next={used.next}
        entry={entry}
        start={{ to: '/Courses/', label: 'Browse courses' }}
      >
        {used.isOtherIn && (
          <p>
            This browser is still logged in to another account. To use the account you just verified, log out, then log
            in to it.
          </p>
        )}
      </UsedLink>
    )
  }
  if (verified && !action.isBusy && !entry.isGoingOn) {
    return (
      <AccountFrame title="Already verified">
        <Notice kind="success">{isSignedIn ? 'Your email is already verified.' : verified.message}</Notice>
        {isSignedIn ? (
          <ButtonLink to="/MyAcademy/" wide>
            Go to My Academy
          </ButtonLink>
        ) : (
          <ButtonLink to={next === undefined ? '/Login' : loginAddress(next)} wide>
            Go to Login
          </ButtonLink>
        )}
      </AccountFrame>
    )
  }
  // An invalid link remains invalid, but other errors may be temporary.
  const invalid = [action.error, refusal].find((error) => error instanceof ApiError && error.status === 400)
  if (invalid instanceof ApiError) {
    return (
      <AccountFrame title="This link doesn’t work">
        <Notice kind="error">{invalid.message}</Notice>
        <ButtonLink to="/Login" wide>
          Go to Login
        </ButtonLink>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title="Verify your email">
      <p>Select the button to confirm that this email address is yours.</p>
      <ActionNotice action={action} />
      <Button wide busy={action.isBusy || entry.isGoingOn} disabled={!isReady} onClick={() => void verify()}>
        Verify my email
      </Button>
    </AccountFrame>
  )
}

/** Returns why the link can't be used. Returns undefined if it can, or if that is unknown. */
function useRefusal(token: string): unknown {
  const [refusal, setRefusal] = useState<unknown>()
  useEffect(() => {
    const leaving = new AbortController()
    const check = async () => {
      try {
        await callAsVisitor<typeof checkVerificationLink>('POST /Academy/api/verify-email/check/', {
          body: { token },
          signal: leaving.signal,
        })
      } catch (error) {
        if (!leaving.signal.aborted) setRefusal(error)
      }
    }
    void check()
    return () => leaving.abort()
  }, [token])
  return refusal
}
