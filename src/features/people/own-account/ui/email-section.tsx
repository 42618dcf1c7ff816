import { UNREACHABLE } from '#web/client/actions.ts'
import { useAction } from '#web/client/use-action.ts'
import { Time } from '#web/shell/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import { getFieldTexts } from '#features/people/accounts/ui/form-text.ts'
import type { accountActions } from './account-actions.ts'

const FIELDS = ['email'] as const

type EmailSectionProps = {
  email: string
  /** Why emails come back, as the rest of a sentence. */
  problem: string | null
  /** The new address that is pending. */
  newEmail: string | null
  /** When the link that staff requested will be sent to the new address. Null if it was already sent. */
  linkAt: string | null
}

export function EmailSection({ email, problem, newEmail, linkAt }: EmailSectionProps) {
  const action = useAction<typeof accountActions>({ unreachable: UNREACHABLE })
  const change = async (form: HTMLFormElement) => {
    if (await action.submit('changeEmail', getFieldTexts(form, FIELDS))) form.reset()
  }
  return (
    <AccountCard id="email-section" title="Email">
      <Form className="flex flex-col gap-4" onSubmit={change}>
        <p className="text-sm text-muted">
          Current email:{' '}
          <strong className="font-semibold wrap-anywhere text-ink">
            <EmailAddress address={email} />
          </strong>
          . We’ll send a link to the new address. Your email address changes when you confirm it there.
        </p>
        {problem !== null && newEmail !== email && <ReturnedEmails email={email} problem={problem} />}
        {newEmail !== null && (!action.status || action.errors['email']) && (
          <PendingEmail isSame={newEmail === email} newEmail={newEmail} linkAt={linkAt} />
        )}
        <ActionNotice action={action} fields={FIELDS} />
        <div className="max-w-md">
          <TextField label="New email" name="email" type="email" autoComplete="email" error={action.errors['email']} />
        </div>
        <div>
          <Button type="submit" variant="quiet" busy={action.isBusy}>
            Change email
          </Button>
        </div>
      </Form>
    </AccountCard>
  )
}

function ReturnedEmails({ email, problem }: { email: string; problem: string }) {
  const action = useAction<typeof accountActions>({ unreachable: UNREACHABLE })
  if (action.status?.kind === 'success') return <ActionNotice action={action} />
  return (
    <>
      <ActionNotice action={action} />
      <Notice
        kind="error"
        action={
          <Button variant="quiet" busy={action.isBusy} onClick={() => void action.submit('changeEmail', { email })}>
            Send a confirmation link
          </Button>
        }
      >
        Emails to <EmailAddress address={email} /> come back: {problem}. Check your address. If it’s correct, confirm it
        with a link. Until then, we send only required emails.
      </Notice>
    </>
  )
}

type PendingEmailProps = { isSame: boolean; newEmail: string; linkAt: string | null }

function PendingEmail({ isSame, newEmail, linkAt }: PendingEmailProps) {
  const action = useAction<typeof accountActions>({ unreachable: UNREACHABLE })
  if (action.status) return <ActionNotice action={action} />
  return (
    <Notice
      kind="info"
      action={
        <Button variant="quiet" busy={action.isBusy} onClick={() => void action.submit('cancelEmailChange')}>
          Cancel the change
        </Button>
      }
    >
      {isSame ? (
        <>
          Open the link we sent to <EmailAddress address={newEmail} /> to confirm your email.
        </>
      ) : linkAt === null ? (
        <>
          Your email won’t change until you open the link we sent to <EmailAddress address={newEmail} />.
        </>
      ) : (
        <>
          Our support team is changing your email to <EmailAddress address={newEmail} />. We’ll send a link there on{' '}
          <Time at={linkAt} isDeadline />. If you didn’t ask for this, cancel the change.
        </>
      )}
    </Notice>
  )
}
