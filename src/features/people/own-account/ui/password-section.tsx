import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { changePassword } from '../own-account.contract.ts'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import { getFieldText } from '#features/people/accounts/ui/form-text.ts'
import { formatPasswordHint } from '#features/people/accounts/ui/password-hint.ts'
import { useFormCall } from './use-form-call.ts'

const FIELDS = ['current_password', 'password', 'confirm_password'] as const

export function PasswordSection({ username }: { username: string }) {
  const { isBusy, notice, errorOf, onSubmit } = useFormCall(FIELDS, async (form) => {
    const body = {
      current_password: getFieldText(form, 'current_password'),
      password: getFieldText(form, 'password'),
      confirm_password: getFieldText(form, 'confirm_password'),
    }
    const { message } = await call<typeof changePassword>('POST /Academy/api/account/password/', { body })
    return message
  })
  return (
    <AccountCard id="password-section" title="Password">
      <form method="post" noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
        <p className="text-sm text-muted">A new password logs you out on all other devices.</p>
        {notice && <Notice kind={notice.kind}>{notice.text}</Notice>}
        {/* Password managers save the new password under this username. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <div className="grid items-start gap-4 md:grid-cols-3">
          <PasswordField
            label="Present password"
            name="current_password"
            autoComplete="current-password"
            error={errorOf('current_password')}
          />
          <PasswordField
            label="New password"
            name="password"
            autoComplete="new-password"
            hint={formatPasswordHint(errorOf('password'), '')}
            error={errorOf('password')}
          />
          <PasswordField
            label="Confirm new password"
            name="confirm_password"
            autoComplete="new-password"
            error={errorOf('confirm_password')}
          />
        </div>
        <div>
          <Button type="submit" variant="quiet" busy={isBusy}>
            Change password
          </Button>
        </div>
      </form>
    </AccountCard>
  )
}
