import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { getErrorMessage } from '#features/people/accounts/ui/form-errors.ts'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { pageAddress } from '#shared/pages.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/unsubscribe.page.ts'
import type { setEmailPreferenceByLink } from './notifications.contract.ts'
import '#web/ui/members.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'No more of these mails', isPersonal: true })

type State = { kind: 'asking' } | { kind: 'off' | 'on' | 'dead'; text: string }

const TITLES = {
  asking: 'No more of these mails?',
  off: 'Done',
  on: 'On again',
  dead: 'This link does not work',
} as const

/** The second press of a double click must not undo the first. */
const PAUSE_MS = 700

/** The unsubscribe link in emails. Opening it changes nothing, since email scanners open links too; the button does. */
export default function UnsubscribePage({ params: { token } }: Route.ComponentProps) {
  const [state, setState] = useState<State>({ kind: 'asking' })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const statusRef = useRef<HTMLDivElement>(null)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => statusRef.current?.focus(), [state])

  const choose = async (isOn: boolean) => {
    if (performance.now() - changedAt.current < PAUSE_MS) return
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { token, is_on: isOn }
      const { message } = await callAsVisitor<typeof setEmailPreferenceByLink>('POST /Academy/api/leave/', { body })
      setState({ kind: isOn ? 'on' : 'off', text: message })
    } catch (error) {
      // An invalid link stays invalid; other errors may be temporary.
      if (error instanceof ApiError && error.status === 400) setState({ kind: 'dead', text: getErrorMessage(error) })
      else setFailure(getErrorMessage(error))
    }
    changedAt.current = performance.now()
    setBusy(false)
  }

  const { kind } = state
  const isOff = kind === 'off'
  return (
    <AccountFrame title={TITLES[kind]} worksWithoutScripts>
      {kind === 'asking' ? (
        <p>Press the button, and we send you no more mails of this kind. You need not log in for it.</p>
      ) : (
        <div ref={statusRef} tabIndex={-1} className="outline-none">
          <Notice kind={kind === 'dead' ? 'error' : 'success'}>{state.text}</Notice>
        </div>
      )}
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      {kind !== 'dead' && (
        // Without scripts it posts to this address, as an email program does.
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            void choose(isOff)
          }}
        >
          <input type="hidden" name="List-Unsubscribe" value="One-Click" />
          <Button key={kind} type="submit" wide variant={isOff ? 'quiet' : 'primary'} busy={isBusy}>
            {isOff ? 'Undo' : 'Send me no more of these'}
          </Button>
        </form>
      )}
      <p className="text-sm text-muted">
        Receipts, certificates and what concerns your account come all the same. All that can be turned off is on{' '}
        <Link to={pageAddress('/Account/Mails')} className="text-link underline underline-offset-4">
          your page of mails
        </Link>
        .
      </p>
    </AccountFrame>
  )
}
