import { useId, useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { Role } from '#shared/policy.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { Time } from '#web/shell/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import type { Route } from './+types/staff.page.ts'
import type { readStaff, StaffMember } from './staff.contract.ts'
import { InviteForm } from './ui/invite-form.tsx'
import { OneTimeLink } from './ui/one-time-link.tsx'
import { ROLES, RoleSelect } from './ui/role-select.tsx'
import { staffActions } from './ui/staff-actions.ts'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'
import { usePanelFocus } from './ui/use-panel-focus.ts'

export const handle: StudioHandle = { title: 'Staff' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof readStaff>('GET /Academy/api/studio/staff/', { signal }),
)

export const clientAction = defineActions(staffActions)

export default function StaffPage({ loaderData }: Route.ComponentProps) {
  const view = getView(loaderData)
  return <Staff view={view} />
}

function Staff({ view: { staff } }: { view: EndpointReply<typeof readStaff> }) {
  return (
    <>
      <ul className="mb-12 flex flex-col rounded-card border border-line bg-surface">
        {staff.map((member) => (
          <li key={member.id} className="border-b border-line p-4 last:border-b-0 sm:px-6">
            <Member member={member} />
          </li>
        ))}
      </ul>
      <InviteForm />
    </>
  )
}

function Member({ member }: { member: StaffMember }) {
  const [isChanging, setChanging] = useState(false)
  const { opener, panel } = usePanelFocus(isChanging)
  const action = useAction<typeof staffActions>()
  const link = action.result('inviteAgain')?.link
  const { id, name, username, email } = member
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-center gap-x-6 gap-y-3 md:grid-cols-[1fr_17rem_15rem]">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            {name || username}
            {member.is_you && <span className="font-normal text-muted"> (you)</span>}
          </p>
          <p className="text-sm wrap-anywhere text-muted">{[name && username, email].filter(Boolean).join(', ')}</p>
        </div>
        <div className="min-w-0 text-sm">
          <p className="font-medium">{ROLES[member.role].label}</p>
          <p className="text-muted">{formatState(member)}</p>
        </div>
        {!member.is_you && (
          <div className="flex flex-wrap gap-3 md:justify-end">
            {!member.has_come && (
              <Button
                variant="quiet"
                busy={action.isBusy}
                aria-label={`New link for ${username}`}
                onClick={() => void action.submit('inviteAgain', id)}
              >
                New link
              </Button>
            )}
            {!isChanging && (
              <Button
                ref={opener}
                variant="quiet"
                aria-label={`Change role of ${username}`}
                onClick={() => setChanging(true)}
              >
                Change role…
              </Button>
            )}
          </div>
        )}
      </div>
      <ActionNotice action={action} />
      {link && <OneTimeLink link={link} />}
      <div ref={panel} className="empty:hidden">
        {isChanging && <ChangeForm member={member} onClose={() => setChanging(false)} />}
      </div>
    </div>
  )
}

function formatState({
  has_factor: hasFactor,
  has_come: hasCome,
  is_locked: isLocked,
  last_seen: lastSeen,
}: StaffMember) {
  if (isLocked) return 'Account locked'
  if (!hasCome) return 'Invitation pending'
  return (
    <>
      Two-factor authentication {hasFactor ? 'on' : 'off'},{' '}
      {lastSeen === null ? (
        'not logged in'
      ) : (
        <>
          last active <Time at={lastSeen} />
        </>
      )}
    </>
  )
}

function ChangeForm({ member: { id, username, role: before }, onClose }: { member: StaffMember; onClose: () => void }) {
  const [role, setRole] = useState<Role>(before)
  const action = useAction<typeof staffActions>({ reloads: true })
  const heading = useId()
  return (
    <Form
      aria-labelledby={heading}
      className="flex flex-col gap-4 rounded-control bg-wash p-4"
      onSubmit={() => action.submit('changeRole', id, { role })}
    >
      <p id={heading} className="text-sm font-semibold">
        Role of {username}
      </p>
      <RoleSelect label="Role" value={role} withNone onChange={setRole} />
      <ActionNotice action={action} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={action.isBusy} disabled={role === before}>
          {role === 'learner' ? 'Remove staff access' : 'Save role'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </Form>
  )
}
