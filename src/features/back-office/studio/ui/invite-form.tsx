import { useState } from 'react'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { StaffRole } from '#shared/policy.ts'
import { readEmail } from '#shared/typed-emails.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { TypedField } from '#web/ui/typed-field.tsx'
import { OneTimeLink } from './one-time-link.tsx'
import { RoleSelect } from './role-select.tsx'
import type { staffActions } from './staff-actions.ts'

const NOBODY = { username: '', email: '' }

export function InviteForm() {
  const [typed, setTyped] = useState(NOBODY)
  const [role, setRole] = useState<StaffRole>('support')
  const action = useAction<typeof staffActions>({ reloads: true })
  const link = action.result('invite')?.link
  const invite = async () => {
    if (await action.submit('invite', { ...typed, role })) setTyped(NOBODY)
  }
  return (
    <AccountCard id="invite" title="Invite staff">
      <Form className="flex flex-col gap-5" onSubmit={invite}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TypedField
            label="Email"
            type="email"
            read={readEmail}
            value={typed.email}
            error={action.errors['email']}
            onChange={(email) => setTyped({ ...typed, email })}
          />
          <TextField
            label="Username (optional)"
            hint="If you leave this blank, we use the part of the email before the @."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed.username}
            error={action.errors['username']}
            onChange={({ currentTarget }) => setTyped({ ...typed, username: currentTarget.value })}
          />
        </div>
        <RoleSelect label="Role" value={role} onChange={setRole} />
        <ActionNotice action={action} fields={['username', 'email']} />
        {link && <OneTimeLink link={link} />}
        <div>
          <Button type="submit" busy={action.isBusy}>
            Send invitation
          </Button>
        </div>
      </Form>
    </AccountCard>
  )
}
