import { type ReactNode, useState } from 'react'
import { ApiError } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { getErrorMessage } from '#features/people/accounts/ui/form-errors.ts'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'

type State = { kind: 'asking' | 'sending' } | { kind: 'done' | 'dead' | 'failed'; text: string }

type LinkPageProps = {
  title: string
  children: ReactNode
  label: string
  /** Resolves to the server's message. */
  act: () => Promise<string>
  /** What follows, for success and for an invalid link. */
  next: (isDone: boolean) => ReactNode
}

/** The page of an emailed link. Opening it changes nothing, since email scanners open links too; the button does. */
export function LinkPage({ title, children, label, act, next }: LinkPageProps) {
  const isReady = useIsHydrated()
  const [state, setState] = useState<State>({ kind: 'asking' })

  const press = async () => {
    setState({ kind: 'sending' })
    try {
      setState({ kind: 'done', text: await act() })
    } catch (error) {
      // An invalid link stays invalid; other errors may be temporary.
      const isDead = error instanceof ApiError && error.status === 400
      setState({ kind: isDead ? 'dead' : 'failed', text: getErrorMessage(error) })
    }
  }

  if (state.kind === 'done' || state.kind === 'dead') {
    const isDone = state.kind === 'done'
    return (
      <AccountFrame title={isDone ? 'Done' : 'This link does not work'}>
        <Notice kind={isDone ? 'success' : 'error'}>{state.text}</Notice>
        {next(isDone)}
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title={title}>
      <p>{children}</p>
      {state.kind === 'failed' && <Notice kind="error">{state.text}</Notice>}
      <Button wide busy={state.kind === 'sending'} disabled={!isReady} onClick={() => void press()}>
        {label}
      </Button>
    </AccountFrame>
  )
}
