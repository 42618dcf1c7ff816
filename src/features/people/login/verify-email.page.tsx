import type { EndpointInput } from '#shared/endpoint.ts'
import { defineActions, UNREACHABLE } from '#web/client/actions.ts'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { storedToken } from '#web/client/session.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/verify-email.page.ts'
import type { verifyEmail } from './login.contract.ts'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { readBrowserKey } from './ui/browser-key.ts'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'
import { UsedLink } from './ui/used-link.tsx'
import { useLinkEntry } from './ui/use-link-entry.ts'
import type { Entry } from './ui/use-login.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Verify your email', isPersonal: true })

type Verified = { message: string; next: string | null; isOtherIn: boolean }

const actions = {
  /** Also for an address that is verified already. */
  verify: async (body: EndpointInput<typeof verifyEmail>['body']): Promise<Verified & Entry> => {
    const isOtherIn = storedToken() !== undefined
    try {
      const reply = await callAsVisitor<typeof verifyEmail>('POST /Academy/api/verify-email/', {
        body: { ...body, sign_in: !isOtherIn },
      })
      return { ...reply, isOtherIn }
    } catch (error) {
      if (!(error instanceof ApiError) || error.body['code'] !== 'already_verified') throw error
      const { next } = error.body
      return { message: error.message, next: typeof next === 'string' ? next : null, isOtherIn }
    }
  },
}

export const clientAction = defineActions(actions)

/**
 * Opening the link changes nothing; the button verifies the address. Email scanners press it too, so it logs in only
 * the browser that registered, and only if no one is logged in there.
 */
export default function VerifyEmailPage({ params }: Route.ComponentProps) {
  const isReady = useIsHydrated()
  const action = useAction<typeof actions>({ unreachable: UNREACHABLE })
  const used = action.result('verify')
  const entry = useLinkEntry()

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
          <p>This browser is still logged in to another account. To use the account you just verified, log in to it.</p>
        )}
      </UsedLink>
    )
  }
  // An invalid link stays invalid; other errors may be temporary.
  if (action.error instanceof ApiError && action.error.status === 400) {
    return (
      <AccountFrame title="This link doesn’t work">
        <ActionNotice action={action} />
        <ButtonLink to="/Login" wide>
          Go to Login
        </ButtonLink>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title="Verify your email">
      <p>Click the button to confirm that this email address is yours.</p>
      <ActionNotice action={action} />
      <Button wide busy={action.isBusy || entry.isGoingOn} disabled={!isReady} onClick={() => void verify()}>
        Verify my email
      </Button>
    </AccountFrame>
  )
}
