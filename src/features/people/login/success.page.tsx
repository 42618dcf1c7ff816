import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { loginAddress, type PageAddress } from '#shared/pages.ts'
import { defineActions } from '#web/client/actions.ts'
import { ButtonAnchor, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { readSaved } from '#web/client/member-storage.ts'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useIsSignedIn } from '#web/client/session.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/success.page.ts'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'
import { REGISTERED } from './ui/registered.ts'
import { resendActions, ResendButton } from './ui/resend-button.tsx'
import { useVerification } from './ui/use-verification.ts'
import { parseReturnTo } from './return-to.rules.ts'
import { getWebmailUrl } from './webmail.rules.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Almost Done!', path: '/Success/', isPersonal: true })

export const clientAction = defineActions(resendActions)

export default function SuccessPage() {
  const { email, next } = useRegistrationState()
  const [isSentAgain, setSentAgain] = useState(false)
  if (useVerification(email)) return <Verified next={next} />
  const webmail = email && getWebmailUrl(email)
  return (
    <AccountFrame title="Almost Done!">
      <p>Please verify your email first to complete your registration.</p>
      {email ? (
        <p>
          We sent a link to
          <strong className="block font-semibold">
            <EmailAddress address={email} />
          </strong>
        </p>
      ) : (
        <p>Open the link in the email we sent you.</p>
      )}
      {/* Both parts have the same height, so that the buttons stay in place after a click. */}
      {isSentAgain ? (
        <Notice kind="success">We sent a new link. Check your spam folder too.</Notice>
      ) : (
        <p className="text-sm text-muted">
          The link works for 24 hours. If you don’t see the email, check your spam folder.
        </p>
      )}
      <div className="flex flex-col gap-3">
        {webmail && (
          <ButtonAnchor
            href={webmail}
            target="_blank"
            rel="noopener noreferrer"
            wide
            aria-label="Open your email (opens in a new tab)"
          >
            Open your email
            <Icon name="external" className="size-4" />
          </ButtonAnchor>
        )}
        <ButtonLink to={next ? loginAddress(next) : '/Login'} variant={webmail ? 'quiet' : 'primary'} wide>
          Go to Login
        </ButtonLink>
        {email && <ResendButton email={email} onSent={setSentAgain} />}
      </div>
    </AccountFrame>
  )
}

function Verified({ next }: { next: string | undefined }) {
  const isSignedIn = useIsSignedIn()
  return (
    <AccountFrame title="Your email is verified">
      <p role="status">{isSignedIn ? 'You’re logged in.' : 'Log in to continue.'}</p>
      {isSignedIn ? (
        <ButtonLink to={(next ?? '/Courses/') as PageAddress} wide>
          {next === undefined ? 'Browse courses' : 'Continue'}
        </ButtonLink>
      ) : (
        <ButtonLink to={next === undefined ? '/Login' : loginAddress(next)} wide>
          Go to Login
        </ButtonLink>
      )}
    </AccountFrame>
  )
}

type RegistrationState = { email?: string; next?: string }

/** Reads the registration once and keeps it, because a login in another tab deletes what is saved. */
function useRegistrationState(): RegistrationState {
  const [parameters] = useSearchParams()
  const [registered, setRegistered] = useState<RegistrationState>()
  // The server doesn't have this data, because its page is the same for everyone.
  if (useIsHydrated() && !registered) setRegistered(readRegistration(parameters))
  return registered ?? {}
}

/** Reads what the registration form saved in this tab. The address may also come from a link with `?email=`. */
function readRegistration(parameters: URLSearchParams): RegistrationState {
  const saved = readSaved(REGISTERED)
  const carried: { email?: unknown; next?: unknown } = saved instanceof Object ? saved : {}
  const email = parameters.get('email') ?? carried.email
  const next = parseReturnTo(typeof carried.next === 'string' ? carried.next : undefined)
  return { ...(typeof email === 'string' && email.includes('@') && { email }), ...(next && { next }) }
}
