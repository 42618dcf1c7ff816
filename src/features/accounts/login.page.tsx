import { type FormEvent, type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { storeToken } from '#web/client/session.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/login.page.ts'
import type { login } from './accounts.contract.ts'
import { LOGIN_FAILED, safeReturnPath, whyLogIn } from './accounts.rules.ts'
import { AccountFrame } from './ui/account-frame.tsx'
import { sentenceOf } from './ui/failure.ts'
import { textIn } from './ui/form-text.ts'
import { useIsReady } from './ui/is-ready.ts'
import { ResendButton } from './ui/resend-button.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Login',
    description: 'Log in to your courses, podcasts and documents, and continue where you left off.',
    path: '/Login/',
  })

const NOTHING_IS_STORED =
  'This browser does not let the academy keep you logged in. Please allow it to store site data, or leave private browsing.'

type Failure = { why: string; unverifiedEmail?: string }

export default function LoginPage() {
  const isReady = useIsReady()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const next = safeReturnPath(parameters.get('next'))
  // The server's page is the same for everybody.
  const why = isReady ? whyLogIn(next) : undefined
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setFailure(undefined)
    try {
      const { token } = await callAsVisitor<typeof login>('POST /Academy/api/login/', {
        body: { username: textIn(form, 'username'), password: textIn(form, 'password') },
      })
      if (storeToken(token)) await navigate(next, { replace: true })
      else setFailure({ why: NOTHING_IS_STORED })
    } catch (error) {
      setFailure(failureOf(error))
    }
    setBusy(false)
  }

  return (
    <AccountFrame title="Login">
      {why && <p className="-mt-4 text-muted">{why}</p>}
      <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
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
          hint="You can also use your email."
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <p className="-my-3">
          <TextLink to="/ForgotPassword">Forgot your password?</TextLink>
        </p>
        <Button type="submit" wide busy={isBusy} disabled={!isReady}>
          Login
        </Button>
      </form>
      <p className="-my-2 text-center">
        <TextLink to={{ pathname: '/Register', search: isReady ? parameters.toString() : '' }}>
          Need an Account?
        </TextLink>
      </p>
    </AccountFrame>
  )
}

/** Nothing is wrong with the password then: the way out stands beside what is missing. */
function NotVerified({ email, children }: { email: string; children: ReactNode }) {
  const [isSentAgain, setSentAgain] = useState(false)
  return (
    <Notice kind={isSentAgain ? 'success' : 'error'} action={<ResendButton email={email} onSent={setSentAgain} />}>
      {isSentAgain ? 'A new link is on its way. Open it, then log in here.' : children}
    </Notice>
  )
}

/** The true reason alone: nobody whose password is right, or was never looked at, is asked to check it. */
function failureOf(error: unknown): Failure {
  const body = error instanceof ApiError ? error.body : {}
  if (body['code'] === 'sign_in_failed') return { why: LOGIN_FAILED }
  const email = body['email']
  return { why: sentenceOf(error), ...(typeof email === 'string' && { unverifiedEmail: email }) }
}
