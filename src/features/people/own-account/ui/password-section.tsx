import { UNREACHABLE } from '#web/client/actions.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import { getFieldTexts } from '#features/people/accounts/ui/form-text.ts'
import { formatPasswordHint } from '#features/people/accounts/ui/password-hint.ts'
import type { accountActions } from './account-actions.ts'

const FIELDS = ['current_password', 'password', 'confirm_password'] as const

export function PasswordSection({ username }: { username: string }) {
  const action = useAction<typeof accountActions>({ unreachable: UNREACHABLE })
  const change = async (form: HTMLFormElement) => {
    if (await action.submit('changePassword', getFieldTexts(form, FIELDS))) form.reset()
  }
  return (
    <AccountCard id="password-section" title="Password">
      <Form className="flex flex-col gap-4" onSubmit={change}>
        <p className="text-sm text-muted">Changing your password logs you out of all other devices.</p>
        <ActionNotice action={action} fields={FIELDS} />
        {/* Password managers save the new password with this username. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <div className="grid items-start gap-4 md:grid-cols-3">
          <PasswordField
            label="Current password"
            name="current_password"
            autoComplete="current-password"
            error={action.errors['current_password']}
          />
          <PasswordField
            label="New password"
            name="password"
            autoComplete="new-password"
            hint={formatPasswordHint(action.errors['password'], '')}
            error={action.errors['password']}
          />
          <PasswordField
            label="Confirm new password"
            name="confirm_password"
            autoComplete="new-password"
            error={action.errors['confirm_password']}
          />
        </div>
        <div>
          <Button type="submit" variant="quiet" busy={action.isBusy}>
            Change password
          </Button>
        </div>
      </Form>
    </AccountCard>
  )
}
