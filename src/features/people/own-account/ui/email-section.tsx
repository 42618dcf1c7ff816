import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { requestEmailChange } from '../own-account.contract.ts'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import { getFieldText } from '#features/people/accounts/ui/form-text.ts'
import { useFormCall } from './use-form-call.ts'

const FIELDS = ['email'] as const

/** `newEmail`: the address waiting for confirmation, or null. */
export function EmailSection({ email, newEmail }: { email: string; newEmail: string | null }) {
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
        {newEmail !== null && !notice && (
          <Notice kind="info">
            Nothing changes until you open the link that we mailed to <EmailAddress address={newEmail} />
          </Notice>
        )}
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
