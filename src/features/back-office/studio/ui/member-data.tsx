import { useState } from 'react'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { type Action, useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { readMember } from '../people.contract.ts'
import { InlinePrompt } from './inline-prompt.tsx'
import type { memberActions } from './member-actions.ts'

type Person = EndpointReply<typeof readMember>

export function MemberData({ person }: { person: Person }) {
  const action = useAction<typeof memberActions>({ reloads: true })
  const { id, username, may } = person
  // The result of the erasure stays visible after its button disappears.
  if (!may.take_copy && !may.erase && !action.status) return undefined
  return (
    <AccountCard id="data" title="Stored data">
      <div className="flex flex-col gap-4">
        <ActionNotice action={action} fields={['username']} />
        {may.take_copy && (
          <>
            <p className="max-w-text text-sm text-muted">
              The same file members can download from their account: all records, certificates, and invoices.
            </p>
            <div>
              <Button
                variant="quiet"
                busy={action.isRunning('exportData')}
                onClick={() => void action.submit('exportData', id, username)}
              >
                {!action.isRunning('exportData') && <Icon name="download" />}
                Download member data
              </Button>
            </div>
          </>
        )}
        {may.erase && (
          <InlinePrompt label="Delete member…">
            {(close) => <EraseForm person={person} action={action} onClose={close} />}
          </InlinePrompt>
        )}
      </div>
    </AccountCard>
  )
}

function EraseForm({
  person: { id, username },
  action,
  onClose,
}: {
  person: Person
  action: Action<typeof memberActions>
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  return (
    <Form className="flex max-w-text flex-col gap-4" onSubmit={() => action.submit('erase', id, typed)}>
      <p className="text-sm text-pretty">
        This deletes the member’s name, addresses, password, answers, and all other identifying data now, and ends
        access to purchases. Sales, completed lectures, and certificates are kept without a name. Invoice details stay
        encrypted for 10 years, for tax records. You can’t undo this.
      </p>
      <TextField
        label={`Type ${username} to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={action.errors['username']}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={action.isRunning('erase')}>
          Delete permanently
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
