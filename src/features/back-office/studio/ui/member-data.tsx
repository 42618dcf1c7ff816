import { useState } from 'react'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call, callForFile } from '#web/client/api.ts'
import { saveAs } from '#web/client/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { eraseMember, exportMember } from '../member-account.contract.ts'
import type { readMember } from '../people.contract.ts'
import { InlinePrompt } from './inline-prompt.tsx'
import { type Action, useAction, useReload } from './use-action.tsx'

type Person = EndpointReply<typeof readMember>

/** A member with a hundred invoices waits for a hundred PDFs. */
const EXPORT_TIMEOUT_MS = 60_000

export function MemberData({ person }: { person: Person }) {
  const action = useAction()
  const { id, username, may } = person
  const take = () =>
    action.run(async () => {
      const file = await callForFile<typeof exportMember>('POST /Academy/api/studio/members/:id/data/', {
        params: { id },
        body: {},
        limitMs: EXPORT_TIMEOUT_MS,
      })
      saveAs(file, `${username}-data.zip`)
      return 'The file has everything that is stored about the member, and the log tells that you took it.'
    })
  // The result of erasing stays visible after its button is gone.
  if (!may.take_copy && !may.erase && !action.outcome) return undefined
  return (
    <AccountCard id="data" title="What is stored">
      <div className="flex flex-col gap-4">
        {action.outcome}
        {may.take_copy && (
          <>
            <p className="max-w-text text-sm text-muted">
              The file that members get on their account page: all records, certificates and invoices.
            </p>
            <div>
              <Button variant="quiet" busy={action.isBusy} onClick={() => void take()}>
                {!action.isBusy && <Icon name="download" />}
                Download everything about the member
              </Button>
            </div>
          </>
        )}
        {may.erase && (
          <InlinePrompt label="Erase the member …">
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
  action: Action
  onClose: () => void
}) {
  const again = useReload(action)
  const [typed, setTyped] = useState('')
  const erase = () =>
    again(() =>
      call<typeof eraseMember>('POST /Academy/api/studio/members/:id/erase/', {
        params: { id },
        body: { username: typed },
      }),
    )
  return (
    <form
      noValidate
      className="flex max-w-text flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void erase()
      }}
    >
      <p className="text-sm text-pretty">
        Name, addresses, password, answers and everything else that says who the member was are deleted now, and access
        to what was bought ends. Sales, completed lectures and certificates stay without a name; what stands on invoices
        is kept sealed for ten years, as tax law asks. This cannot be undone.
      </p>
      <TextField
        label={`Type ${username} to say that you mean it`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={action.wrong['username']}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={action.isBusy}>
          Erase for good
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
