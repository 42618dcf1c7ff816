import { useState } from 'react'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/verify-email.page.ts'
import type { verifyEmail } from './accounts.contract.ts'
import { AccountFrame } from './ui/account-frame.tsx'
import { sentenceOf } from './ui/failure.ts'
import { useIsReady } from './ui/is-ready.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Verify your email', isPersonal: true })

type State =
  | { kind: 'asking' | 'sending' }
  | { kind: 'verified'; text: string }
  | { kind: 'failed' | 'dead'; text: string }

/** Opening the link changes nothing, since mail scanners open links, too: the button does. */
export default function VerifyEmailPage({ params }: Route.ComponentProps) {
  const isReady = useIsReady()
  const [state, setState] = useState<State>({ kind: 'asking' })

  const verify = async () => {
    setState({ kind: 'sending' })
    try {
      const body = { token: params.token }
      const { message } = await callAsVisitor<typeof verifyEmail>('POST /Academy/api/verify-email/', { body })
      setState({ kind: 'verified', text: message })
    } catch (error) {
      setState({ kind: kindOf(error), text: sentenceOf(error) })
    }
  }

  if (state.kind === 'verified') {
    return (
      <AccountFrame title="Welcome">
        <Notice kind="success">{state.text}</Notice>
        <ButtonLink to="/Login" wide>
          Go to Login
        </ButtonLink>
      </AccountFrame>
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
      <Button wide busy={state.kind === 'sending'} disabled={!isReady} onClick={() => void verify()}>
        Verify my email
      </Button>
    </AccountFrame>
  )
}

/** A link that is dead stays so; whatever else went wrong may go right the next time. */
function kindOf(error: unknown): 'verified' | 'dead' | 'failed' {
  if (!(error instanceof ApiError)) return 'failed'
  if (error.body['code'] === 'already_verified') return 'verified'
  return error.status === 400 ? 'dead' : 'failed'
}
