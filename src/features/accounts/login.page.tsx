import { type FormEvent, type ReactNode, useState } from 'react'
import type { ReplyOf } from '#shared/endpoint.ts'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { storeToken } from '#web/client/session.ts'
import { TextButton, TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/login.page.ts'
import type { login } from './accounts.contract.ts'
import type { askForPasskeyToSignIn, finishLogin, signInByPasskey } from './identity.contract.ts'
import { safeReturnPath, whyLogIn } from './accounts.rules.ts'
import { AccountFrame } from './ui/account-frame.tsx'
import { sentenceOf } from './ui/failure.ts'
import { textIn } from './ui/form-text.ts'
import { useIsReady } from './ui/is-ready.ts'
import { canUsePasskeys, passkeyFailure, signWithPasskey } from './ui/passkeys.ts'
import { ResendButton } from './ui/resend-button.tsx'
import { ShowFactor, type Typed } from './ui/show-factor.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Login',
    description: 'Log in to your courses, podcasts and documents, and continue where you left off.',
    path: '/Login/',
  })

const NOTHING_IS_STORED =
  'This browser does not let the academy keep you logged in. Please allow it to store site data, or leave private browsing.'

type SecondFactor = NonNullable<ReplyOf<typeof login>['second_factor']>
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

  const [asked, setAsked] = useState<SecondFactor>()

  const enter = async ({ token }: { token?: string | undefined }) => {
    if (token !== undefined && storeToken(token)) await navigate(next, { replace: true })
    else setFailure({ why: NOTHING_IS_STORED })
  }

  const attempt = async (act: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await act()
    } catch (error) {
      setFailure(failureOf(error))
    }
    setBusy(false)
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void attempt(async () => {
      const reply = await callAsVisitor<typeof login>('POST /Academy/api/login/', {
        body: { username: textIn(form, 'username'), password: textIn(form, 'password') },
      })
      if (reply.second_factor) setAsked(reply.second_factor)
      else await enter(reply)
    })
  }

  const showCode = async (waiting: SecondFactor, { code, recovery_code }: Typed) => {
    try {
      await enter(
        await callAsVisitor<typeof finishLogin>('POST /Academy/api/login/second-factor/', {
          body: { token: waiting.token, code, recovery_code },
        }),
      )
    } catch (error) {
      const isOver = error instanceof ApiError && error.body['code'] === 'invalid'
      if (!isOver) throw error
      // Name and password still stand in the form.
      setAsked(undefined)
      setFailure(failureOf(error))
    }
  }

  const enterWithPasskey = async () => {
    const options = await callAsVisitor<typeof askForPasskeyToSignIn>('POST /Academy/api/login/passkey/options/')
    const signed = await signWithPasskey(options)
    await enter(
      await callAsVisitor<typeof signInByPasskey>('POST /Academy/api/login/passkey/', {
        body: { response: { ...signed, clientExtensionResults: {} } },
      }),
    )
  }

  const hasPasskeys = isReady && canUsePasskeys()

  return (
    <AccountFrame title="Login">
      {why && <p className="-mt-4 text-muted">{why}</p>}
      {asked && (
        <>
          <p className="-mt-2">Your password is right. Please show your second factor, too.</p>
          <ShowFactor
            ways={asked.ways.filter((way) => way !== 'passkey' || hasPasskeys)}
            label="Login"
            onType={(typed) => showCode(asked, typed)}
            onPasskey={enterWithPasskey}
          />
          <p className="-my-2 text-center">
            <TextButton onClick={() => setAsked(undefined)}>Log in as somebody else</TextButton>
          </p>
        </>
      )}
      <form method="post" onSubmit={submit} hidden={asked !== undefined} className="flex flex-col gap-5">
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
        {hasPasskeys && (
          <Button variant="quiet" wide disabled={isBusy} onClick={() => void attempt(enterWithPasskey)}>
            Sign in with a passkey
          </Button>
        )}
      </form>
      {!asked && (
        <p className="-my-2 text-center">
          <TextLink to={{ pathname: '/Register', search: isReady ? parameters.toString() : '' }}>
            Need an Account?
          </TextLink>
        </p>
      )}
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
  const email = body['email']
  return {
    why: passkeyFailure(error) ?? sentenceOf(error),
    ...(typeof email === 'string' && { unverifiedEmail: email }),
  }
}
