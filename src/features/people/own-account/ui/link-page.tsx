import type { ReactNode } from 'react'
import { UNREACHABLE } from '#web/client/actions.ts'
import { ApiError } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'

/** The page's one action, which uses the link and returns the server's message. */
export type LinkActions = { use: (token: string) => Promise<{ message: string }> }

type LinkPageProps = {
  token: string
  title: string
  children: ReactNode
  label: string
  /** What follows, for success and for an invalid link. */
  next: ReactNode
}

/** The page of an emailed link. Opening it changes nothing, since email scanners open links too; the button does. */
export function LinkPage({ token, title, children, label, next }: LinkPageProps) {
  const isReady = useIsHydrated()
  const action = useAction<LinkActions>({ unreachable: UNREACHABLE })
  const isDone = action.result('use') !== undefined
  if (isDone || isDeadLink(action.error)) {
    return (
      <AccountFrame title={isDone ? 'Done' : 'This link doesn’t work'}>
        <ActionNotice action={action} />
        {next}
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title={title}>
      <p>{children}</p>
      <ActionNotice action={action} />
      <Button wide busy={action.isBusy} disabled={!isReady} onClick={() => void action.submit('use', token)}>
        {label}
      </Button>
    </AccountFrame>
  )
}

/** An invalid link stays invalid; other errors may be temporary. */
function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400
}
