import { useId, useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { Role } from '#shared/policy.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import type { Route } from './+types/staff.page.ts'
import type { changeRole, resendStaffInvitation, readStaff, StaffMember } from './staff.contract.ts'
import { InviteForm } from './ui/invite-form.tsx'
import { OneTimeLink } from './ui/one-time-link.tsx'
import { ROLES, RoleSelect } from './ui/role-select.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'
import { useAction, useReload } from './ui/use-action.tsx'

export const handle: StudioHandle = { title: 'Staff' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof readStaff>('GET /Academy/api/studio/staff/', { signal }),
)

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
  const [link, setLink] = useState<string | null>(null)
  const action = useAction()
  const { id, name, username, email } = member
  const inviteAgain = () =>
    action.run(async () => {
      const { message, link: made } = await call<typeof resendStaffInvitation>(
        'POST /Academy/api/studio/staff/:id/invite/',
        {
          params: { id },
          body: {},
        },
      )
      setLink(made)
      return message
    })
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
                onClick={() => void inviteAgain()}
              >
                New link
              </Button>
            )}
            {!isChanging && (
              <Button variant="quiet" aria-label={`Change what ${username} may do`} onClick={() => setChanging(true)}>
                Change …
              </Button>
            )}
          </div>
        )}
      </div>
      {action.outcome}
      {link !== null && <OneTimeLink link={link} />}
      {isChanging && <ChangeForm member={member} onClose={() => setChanging(false)} />}
    </div>
  )
}

function formatState({
  has_factor: hasFactor,
  has_come: hasCome,
  is_locked: isLocked,
  last_seen: lastSeen,
}: StaffMember) {
  if (isLocked) return 'Locked out'
  if (!hasCome) return 'Invited, has not come yet'
  const seen = lastSeen === null ? 'not logged in' : `last seen ${lastSeen}`
  return `${hasFactor ? 'With' : 'Without'} a second factor, ${seen}`
}

function ChangeForm({ member: { id, username, role: before }, onClose }: { member: StaffMember; onClose: () => void }) {
  const [role, setRole] = useState<Role>(before)
  const action = useAction()
  const again = useReload(action)
  const heading = useId()
  return (
    <form
      aria-labelledby={heading}
      className="flex flex-col gap-4 rounded-control bg-wash p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void again(() =>
          call<typeof changeRole>('POST /Academy/api/studio/staff/:id/role/', { params: { id }, body: { role } }),
        )
      }}
    >
      <p id={heading} className="text-sm font-semibold">
        What {username} may do
      </p>
      <RoleSelect label="Role" value={role} withNone onChange={setRole} />
      {action.outcome}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={action.isBusy} disabled={role === before}>
          {role === 'learner' ? 'End the access' : 'Change the role'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}
