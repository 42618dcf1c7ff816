import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import type { EndpointInput } from '#shared/endpoint.ts'
import { defineActions, UNREACHABLE } from '#web/client/actions.ts'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { pageAddress } from '#shared/pages.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/unsubscribe.page.ts'
import type { setEmailPreferenceByLink } from './notifications.contract.ts'
import '#web/ui/members.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Unsubscribe', isPersonal: true })

const actions = {
  choose: (body: EndpointInput<typeof setEmailPreferenceByLink>['body']) =>
    callAsVisitor<typeof setEmailPreferenceByLink>('POST /Academy/api/leave/', { body }),
}

export const clientAction = defineActions(actions)

const TITLES = {
  asking: 'Unsubscribe?',
  off: 'Done',
  on: 'You’re subscribed again',
  dead: 'This link doesn’t work',
} as const

/** How long clicks are ignored after a click, because the second click of a double-click must not undo the first. */
const PAUSE_MS = 700

/**
 * The page that the unsubscribe link in emails opens. Opening it changes nothing, because email scanners also open
 * links. Only the button unsubscribes.
 */
export default function UnsubscribePage({ params: { token } }: Route.ComponentProps) {
  const [chosen, setChosen] = useState<{ kind: 'off' | 'on'; text: string }>()
  const action = useAction<typeof actions>({ unreachable: UNREACHABLE })
  const statusRef = useRef<HTMLDivElement>(null)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  // An invalid link remains invalid, but other errors may be temporary.
  const isDead = action.error instanceof ApiError && action.error.status === 400
  const kind = isDead ? 'dead' : (chosen?.kind ?? 'asking')
  useEffect(() => statusRef.current?.focus(), [kind])

  const choose = async (isOn: boolean) => {
    if (performance.now() - changedAt.current < PAUSE_MS) return
    const reply = await action.submit('choose', { token, is_on: isOn })
    changedAt.current = performance.now()
    if (reply) setChosen({ kind: isOn ? 'on' : 'off', text: reply.message })
  }

  const isOff = kind === 'off'
  return (
    <AccountFrame title={TITLES[kind]} worksWithoutScripts>
      {kind === 'asking' ? (
        <p>Unsubscribe from these emails. No login needed.</p>
      ) : (
        <div ref={statusRef} tabIndex={-1} className="outline-none">
          {isDead ? <ActionNotice action={action} /> : <Notice kind="success">{chosen?.text}</Notice>}
        </div>
      )}
      {action.error !== undefined && !isDead && <ActionNotice action={action} />}
      {kind !== 'dead' && (
        // Without scripts, the browser posts the form to this URL, as an email client does.
        <Form onSubmit={() => choose(isOff)}>
          <input type="hidden" name="List-Unsubscribe" value="One-Click" />
          <Button key={kind} type="submit" wide variant={isOff ? 'quiet' : 'primary'} busy={action.isBusy}>
            {isOff ? 'Undo' : 'Unsubscribe'}
          </Button>
        </Form>
      )}
      <p className="text-sm text-muted">
        You’ll still get receipts, certificates, and account emails. Manage the rest in{' '}
        <Link to={pageAddress('/Account/Mails')} className="text-link underline underline-offset-4">
          Email preferences
        </Link>
        .
      </p>
    </AccountFrame>
  )
}
