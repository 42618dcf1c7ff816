import { useState } from 'react'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { cancelEmailChange, requestEmailChange } from '../own-account.contract.ts'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import { getErrorMessage } from '#features/people/accounts/ui/form-errors.ts'
import { getFieldText } from '#features/people/accounts/ui/form-text.ts'
import { useFormCall } from './use-form-call.ts'

const FIELDS = ['email'] as const

type EmailSectionProps = {
  email: string
  /** The pending address. */
  newEmail: string | null
  /** When staff's link to it will be sent; null once it was sent. */
  linkAt: string | null
}

export function EmailSection({ email, newEmail, linkAt }: EmailSectionProps) {
  const { isBusy, notice, errorOf, onSubmit } = useFormCall(FIELDS, async (form) => {
    const body = { email: getFieldText(form, 'email') }
    const { message } = await call<typeof requestEmailChange>('POST /Academy/api/account/email/', { body })
    return message
  })
  return (
    <AccountCard id="email-section" title="Email">
      <form method="post" noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
        <p className="text-sm text-muted">
          Now it is{' '}
          <strong className="font-semibold wrap-anywhere text-ink">
            <EmailAddress address={email} />
          </strong>
          . We mail a link to the new one, and it takes this one’s place when you confirm it there.
        </p>
        {newEmail !== null && !notice && <PendingEmail newEmail={newEmail} linkAt={linkAt} />}
        {notice && <Notice kind={notice.kind}>{notice.text}</Notice>}
        <div className="max-w-md">
          <TextField label="New email" name="email" type="email" autoComplete="email" error={errorOf('email')} />
        </div>
        <div>
          <Button type="submit" variant="quiet" busy={isBusy}>
            Change email
          </Button>
        </div>
      </form>
    </AccountCard>
  )
}

function PendingEmail({ newEmail, linkAt }: { newEmail: string; linkAt: string | null }) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ kind: 'success' | 'error'; text: string }>()
  const cancel = async () => {
    setBusy(true)
    try {
      const { message } = await call<typeof cancelEmailChange>('POST /Academy/api/account/email/cancel/')
      setOutcome({ kind: 'success', text: message })
    } catch (error) {
      setOutcome({ kind: 'error', text: getErrorMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  if (outcome) return <Notice kind={outcome.kind}>{outcome.text}</Notice>
  return (
    <Notice
      kind="info"
      action={
        <Button variant="quiet" busy={isBusy} onClick={() => void cancel()}>
          Keep my current email
        </Button>
      }
    >
      {linkAt === null ? (
        <>
          Nothing changes until the link that we sent to <EmailAddress address={newEmail} /> is opened.
        </>
      ) : (
        <>
          Our support team is changing your email to <EmailAddress address={newEmail} />. We will send a link there on{' '}
          {linkAt}. If you did not ask for this, keep your current email.
        </>
      )}
    </Notice>
  )
}
