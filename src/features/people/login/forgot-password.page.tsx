import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { loginAddress } from '#shared/pages.ts'
import { callAsVisitor } from '#web/client/api.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/forgot-password.page.ts'
import type { forgotPassword } from './login.contract.ts'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { getFieldMessages, getErrorMessage } from '#features/people/accounts/ui/form-errors.ts'
import { getFieldText } from '#features/people/accounts/ui/form-text.ts'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'
import { parseReturnTo } from './return-to.rules.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Forgot your password?',
    description: 'We email you a link to choose a new password.',
    path: '/ForgotPassword/',
  })

type State =
  | { kind: 'asking' | 'sending' }
  | { kind: 'sent'; text: string }
  | { kind: 'failed'; text: string; isField: boolean }

export default function ForgotPasswordPage() {
  const isReady = useIsHydrated()
  const [parameters] = useSearchParams()
  const next = parseReturnTo(parameters.get('next'))
  // The server-rendered page is the same for everyone.
  const login = isReady && next ? loginAddress(next) : '/Login'
  const [state, setState] = useState<State>({ kind: 'asking' })

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const email = getFieldText(form, 'email')
    setState({ kind: 'sending' })
    try {
      const body = { email, next }
      const { message } = await callAsVisitor<typeof forgotPassword>('POST /Academy/api/forgot-password/', { body })
      setState({ kind: 'sent', text: message })
    } catch (error) {
      const [field] = getFieldMessages(error, ['email'])
      setState({ kind: 'failed', text: field?.[1] ?? getErrorMessage(error), isField: field !== undefined })
      if (field) form.querySelector('input')?.focus()
    }
  }

  return (
    <AccountFrame title={state.kind === 'sent' ? 'Check your email' : 'Forgot your password?'}>
      {state.kind === 'sent' ? (
        <>
          <Notice kind="success">{state.text}</Notice>
          <p className="text-sm text-muted">
            The link works for one hour. If you do not see the message, please check your spam folder.
          </p>
          <ButtonLink to={login} variant="quiet" wide>
            Back to Login
          </ButtonLink>
        </>
      ) : (
        <>
          <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
            <p>Enter your email, and we will send you a link to choose a new password.</p>
            {state.kind === 'failed' && !state.isField && <Notice kind="error">{state.text}</Notice>}
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="email"
              error={state.kind === 'failed' && state.isField ? state.text : undefined}
            />
            <Button type="submit" wide busy={state.kind === 'sending'} disabled={!isReady}>
              Send the link
            </Button>
          </form>
          <p className="-my-2 text-center">
            <TextLink to={login}>Back to Login</TextLink>
          </p>
        </>
      )}
    </AccountFrame>
  )
}
