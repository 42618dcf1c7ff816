import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { StaffRole } from '#shared/policy.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import type { inviteStaff } from '../staff.contract.ts'
import { OneTimeLink } from './one-time-link.tsx'
import { RoleSelect } from './role-select.tsx'
import { useAction } from './use-action.tsx'

const NOBODY = { username: '', email: '' }

export function InviteForm() {
  const [typed, setTyped] = useState(NOBODY)
  const [role, setRole] = useState<StaffRole>('support')
  const [link, setLink] = useState<string | null>(null)
  const { isBusy, outcome, wrong, run } = useAction()
  const { revalidate } = useRevalidator()
  const invite = () =>
    run(async () => {
      setLink(null)
      const reply = await call<typeof inviteStaff>('POST /Academy/api/studio/staff/invite/', {
        body: { ...typed, role },
      })
      setLink(reply.link)
      setTyped(NOBODY)
      await revalidate()
      return reply.message
    })
  return (
    <AccountCard id="invite" title="Invite somebody">
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void invite()
        }}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed.username}
            error={wrong['username']}
            onChange={({ currentTarget }) => setTyped({ ...typed, username: currentTarget.value })}
          />
          <TextField
            label="Email"
            type="email"
            autoComplete="off"
            value={typed.email}
            error={wrong['email']}
            onChange={({ currentTarget }) => setTyped({ ...typed, email: currentTarget.value })}
          />
        </div>
        <RoleSelect label="Role" value={role} onChange={setRole} />
        {Object.keys(wrong).length === 0 && outcome}
        {link !== null && <OneTimeLink link={link} />}
        <div>
          <Button type="submit" busy={isBusy}>
            Make a link
          </Button>
        </div>
      </form>
    </AccountCard>
  )
}
