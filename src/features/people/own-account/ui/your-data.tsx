import { type ReactNode, useState } from 'react'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { accountActions, deletionActions } from './account-actions.ts'
import { DeletionNotice } from './deletion-notice.tsx'

/** `isDue` is true if the page already says that the account will be deleted. */
export function YourData({ isDue }: { isDue: boolean }) {
  /** The day for which a deletion was scheduled on this page ('2026-11-29'). */
  const [dueOn, setDueOn] = useState<string | null>(null)
  return (
    <AccountCard id="own-data" title="Your data">
      <div className="flex flex-col gap-8">
        <Part title="Download your data">
          <p className="text-sm text-muted">
            A ZIP file of everything stored about you, with your certificates and invoices as PDFs.
          </p>
          <DownloadAll />
        </Part>
        {!isDue && (
          <Part title="Delete your account">
            {dueOn === null ? (
              <Deletion onAsked={setDueOn} />
            ) : (
              <DeletionNotice dueOn={dueOn} onDone={() => setDueOn(null)} />
            )}
          </Part>
        )}
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
    unreachable: 'We couldn’t download your data. Try again.',
  })
  return (
    <>
      <Button variant="quiet" busy={action.isBusy} onClick={() => void action.submit('downloadData')}>
        {!action.isBusy && <Icon name="download" />}
        Download my data
      </Button>
      <Problem text={action.status?.text} />
    </>
  )
}

function Deletion({ onAsked }: { onAsked: (dueOn: string | null) => void }) {
  const [isSure, setSure] = useState(false)
  const action = useAction<typeof deletionActions>({
    unreachable: 'We couldn’t schedule the deletion. Try again.',
  })
  const ask = async () => {
    const asked = isSure && (await action.submit('requestDeletion'))
    if (asked) onAsked(asked.due_on)
  }
  return (
    <>
      <ul className="max-w-[42rem] list-disc pl-5 text-sm text-muted">
        <li>
          Seven days after you request it, we delete your name, addresses, password, answers, and everything else that
          identifies you.
        </li>
        <li>You lose access to everything you bought.</li>
        <li>
          Sales, completed lectures, and certificates are kept without your name, for our records and for anyone you’ve
          shown a certificate to.
        </li>
        <li>We keep invoices for 10 years for our tax records. Your details in them are stored encrypted.</li>
      </ul>
      <Disclosure label="Delete my account…">
        <Form className="flex flex-col items-start gap-4 pt-2" onSubmit={ask}>
          <Checkbox checked={isSure} onChange={({ currentTarget }) => setSure(currentTarget.checked)}>
            I understand that this can’t be undone after 7 days.
          </Checkbox>
          <Button type="submit" disabled={!isSure} busy={action.isBusy}>
            Schedule deletion (7 days)
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
