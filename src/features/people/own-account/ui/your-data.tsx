import { type ReactNode, useState } from 'react'
import { useAction } from '#web/client/use-action.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { accountActions, deletionActions } from './account-actions.ts'
import { DeletionNotice } from './deletion-notice.tsx'

/** `dueOn`: the scheduled deletion day ('2026-11-29'), or null. */
export function YourData({ dueOn: dueOnAtFirst }: { dueOn: string | null }) {
  const [dueOn, setDueOn] = useState(dueOnAtFirst)
  return (
    <AccountCard id="own-data" title="Your data">
      <div className="flex flex-col gap-8">
        <Part title="Download your data">
          <p className="text-sm text-muted">
            One ZIP file with everything stored about you: a list of each kind of record, and your certificates and
            invoices as PDF.
          </p>
          <DownloadAll />
        </Part>
        <Part title="What you wrote in discussions">
          <p className="text-sm text-muted">
            Each of your posts, to read again and to delete, also in courses that are closed to you.
          </p>
          <ButtonLink variant="quiet" to="/Account/Posts">
            See your posts
          </ButtonLink>
        </Part>
        <Part title="Delete your account">
          {dueOn === null ? (
            <Deletion onAsked={setDueOn} />
          ) : (
            <DeletionNotice dueOn={dueOn} onDone={() => setDueOn(null)} />
          )}
        </Part>
      </div>
    </AccountCard>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <h3 className="text-lg">{title}</h3>
      {children}
    </div>
  )
}

function DownloadAll() {
  const action = useAction<typeof accountActions>({
    unreachable: 'Your data could not be downloaded. Please try again.',
  })
  return (
    <>
      <Button variant="quiet" busy={action.isBusy} onClick={() => void action.submit('downloadData')}>
        {!action.isBusy && <Icon name="download" />}
        Download everything stored about me
      </Button>
      <Problem text={action.status?.text} />
    </>
  )
}

function Deletion({ onAsked }: { onAsked: (dueOn: string | null) => void }) {
  const [isSure, setSure] = useState(false)
  const action = useAction<typeof deletionActions>({
    unreachable: 'Your account may not be marked for deletion. Please try again.',
  })
  const ask = async () => {
    const asked = isSure && (await action.submit('requestDeletion'))
    if (asked) onAsked(asked.due_on)
  }
  return (
    <>
      <p className="max-w-[42rem] text-sm text-muted">
        A week after you ask for it we delete your name, addresses, password, answers and everything else that says who
        you are, and your access to what you bought ends. Sales, completed lectures and certificates stay without a
        name, for the academy’s figures and for those whom you showed a certificate. What stands on your invoices is
        kept sealed for ten years, as tax law asks.
      </p>
      <Disclosure label="Delete my account …">
        <Form className="flex flex-col items-start gap-4 pt-2" onSubmit={ask}>
          <Checkbox checked={isSure} onChange={({ currentTarget }) => setSure(currentTarget.checked)}>
            I understand that this cannot be undone once that week is over.
          </Checkbox>
          <Button type="submit" disabled={!isSure} busy={action.isBusy}>
            Delete my account in a week
          </Button>
        </Form>
      </Disclosure>
      <Problem text={action.status?.text} />
    </>
  )
}

function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className="text-sm font-medium text-danger">
      {text}
    </p>
  )
}
