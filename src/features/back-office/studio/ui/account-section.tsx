import { type ReactNode, useState } from 'react'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { Time } from '#web/shell/time.tsx'
import { type Action, useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { readMember } from '../people.contract.ts'
import { CorrectAccount } from './correct-account.tsx'
import { InlinePrompt } from './inline-prompt.tsx'
import type { memberActions } from './member-actions.ts'

const STATES: ReadonlySet<string> = new Set(['Role', 'Status', 'Two-factor authentication'])

/** Their errors are shown next to them. */
const FIELDS = ['first_name', 'last_name', 'credentials_after_name', 'email', 'why']

type Person = EndpointReply<typeof readMember>

export function AccountSection({ person }: { person: Person }) {
  const action = useAction<typeof memberActions>({ reloads: true })
  const lines: [label: string, value: ReactNode][] = [
    ['Email', <PendingEmail key="email" person={person} />],
    ['Username', person.username],
    ['Role', person.role],
    ['Member since', <Time key="since" at={person.since} />],
    ['Status', person.locked_because === null ? person.state : `${person.state}: “${person.locked_because}”`],
    ['Two-factor authentication', person.second_factor],
    ...(person.is_unsubscribed ? [['Messages from staff', 'Unsubscribed'] as [string, ReactNode]] : []),
  ]
  return (
    <AccountCard id="account" title="Account">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        {lines.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className={classes('font-medium wrap-anywhere', STATES.has(label) && 'first-letter:uppercase')}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-col gap-4 empty:hidden">
        <ActionNotice action={action} fields={FIELDS} />
        {person.email_problem && (
          <Notice
            kind="error"
            action={
              person.email_problem.may_try_again && (
                <Button
                  variant="quiet"
                  busy={action.isRunning('retryEmails')}
                  onClick={() => void action.submit('retryEmails', person.id)}
                >
                  Try again
                </Button>
              )
            }
          >
            {person.email_problem.text}
          </Notice>
        )}
        {!person.is_verified && !person.is_erased && (
          <div>
            <Button
              variant="quiet"
              busy={action.isRunning('resendVerification')}
              onClick={() => void action.submit('resendVerification', person.id)}
            >
              {person.has_password ? 'Resend verification email' : 'Resend password setup email'}
            </Button>
          </div>
        )}
        <div className="flex flex-wrap gap-3 empty:hidden has-[form]:flex-col has-[form]:gap-4">
          <CorrectAccount person={person} action={action} />
          {person.may_lock && <Lock person={person} action={action} />}
        </div>
      </div>
    </AccountCard>
  )
}

function PendingEmail({ person: { email, new_email: pending, new_email_link_at: linkAt } }: { person: Person }) {
  if (pending === null) return email
  if (linkAt === null) return `${email} (changes to ${pending} when the link sent to that address is opened)`
  return (
    <>
      {email} (a link goes to {pending} on <Time at={linkAt} isDeadline />, unless canceled)
    </>
  )
}

type LockProps = { person: Person; action: Action<typeof memberActions> }

function Lock({ person, action }: LockProps) {
  const { id, state } = person
  const isLocked = state.includes('locked')
  if (!isLocked)
    return (
      <InlinePrompt label="Lock account…">
        {(close) => <LockForm person={person} action={action} onClose={close} />}
      </InlinePrompt>
    )
  return (
    <div>
      <Button variant="quiet" busy={action.isRunning('unlock')} onClick={() => void action.submit('unlock', id)}>
        Unlock account
      </Button>
    </div>
  )
}

function LockForm({ person: { id }, action, onClose }: LockProps & { onClose: () => void }) {
  const [why, setWhy] = useState('')
  const lock = async () => {
    if (await action.submit('lock', id, why)) onClose()
  }
  return (
    <Form className="flex max-w-text flex-col gap-4" onSubmit={lock}>
      <TextField
        label="Message shown when they try to log in"
        hint="This logs the member out everywhere. Purchases are kept."
        maxLength={500}
        autoComplete="off"
        value={why}
        error={action.errors['why']}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={action.isRunning('lock')}>
          Lock account
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
