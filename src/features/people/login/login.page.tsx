import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { defineActions } from '#web/client/actions.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { hasShownMember } from '#web/client/session.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { TextButton, TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/login.page.ts'
import { safeReturnPath } from '#features/people/accounts/ui/return-path.ts'
import { getLoginReason } from './return-to.rules.ts'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { getFieldText } from '#features/people/accounts/ui/form-text.ts'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'
import { canUsePasskeys } from '#features/people/two-factor/ui/passkeys.ts'
import { resendActions, ResendButton } from './ui/resend-button.tsx'
import { withTypedEmail } from './ui/typed-email.ts'
import { SecondFactorStep } from './ui/second-factor-step.tsx'
import { useLogin } from './ui/use-login.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Login',
    description: 'Log in to your courses, podcasts, and documents, and continue where you left off.',
    path: '/Login/',
  })

export const clientAction = defineActions(resendActions)

export default function LoginPage() {
  const isReady = useIsHydrated()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const next = safeReturnPath(parameters.get('next'))
  const [hadMember] = useState(hasShownMember)
  // Before hydration, this must not depend on the URL, because the server-rendered page is the same for everyone.
  const why = isReady ? getLoginReason(next) : undefined
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const login = useLogin(async () => {
    // Browsers restore a form's values when someone returns to the page, for example after logging out.
    form.current?.reset()
    // If a member was logged in before, this document still contains their data, so it is replaced.
    if (hadMember) location.replace(next)
    else await navigate(next, { replace: true })
  })
  const { failure, isBusy, ways } = login

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    void login.withPassword(getFieldText(currentTarget, 'username'), getFieldText(currentTarget, 'password'))
  }

  const hasPasskeys = isReady && canUsePasskeys()

  return (
    <AccountFrame title="Login">
      {why && <p className="-mt-4 text-muted">{why}</p>}
      {ways && (
        <>
          <p className="-mt-2">Confirm it’s you to finish logging in.</p>
          <SecondFactorStep
            ways={ways.filter((way) => way !== 'passkey' || hasPasskeys)}
            label="Login"
            onType={login.showCode}
            onPasskey={login.enterWithPasskey}
          />
          <p className="-my-2 text-center">
            <TextButton onClick={() => login.startAgain()}>Use a different account</TextButton>
          </p>
        </>
      )}
      <form ref={form} method="post" onSubmit={submit} hidden={ways !== undefined} className="flex flex-col gap-5">
        {failure &&
          (failure.unverifiedEmail ? (
            <NotVerified email={failure.unverifiedEmail}>{failure.why}</NotVerified>
          ) : (
            <Notice kind="error">{failure.why}</Notice>
          ))}
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          hint="Or your email."
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" aria-required />
        <p className="-my-3">
          <TextLink
            to={{ pathname: '/ForgotPassword', search: isReady ? parameters.toString() : '' }}
            {...withTypedEmail(typed)}
          >
            Forgot your password?
          </TextLink>
        </p>
        <Button type="submit" wide busy={isBusy} disabled={!isReady}>
          Login
        </Button>
        {hasPasskeys && (
          <Button variant="quiet" wide disabled={isBusy} onClick={() => void login.withPasskey()}>
            Log in with a passkey
          </Button>
        )}
      </form>
      {!ways && (
        <p className="-my-2 text-center">
          <TextLink to={{ pathname: '/Register', search: isReady ? parameters.toString() : '' }}>
            Need an Account?
          </TextLink>
        </p>
      )}
    </AccountFrame>
  )
}

/** The password was right, so the message also says what to do next. */
function NotVerified({ email, children }: { email: string; children: ReactNode }) {
  const [isSentAgain, setSentAgain] = useState(false)
  return (
    <Notice kind={isSentAgain ? 'success' : 'error'} action={<ResendButton email={email} onSent={setSentAgain} />}>
      {isSentAgain ? 'We sent a new link. Open it, then log in here.' : children}
    </Notice>
  )
}
