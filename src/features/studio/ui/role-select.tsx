import { useId } from 'react'
import type { Role } from '#shared/policy.ts'

/** What each role is called, and what it may do. */
export const ROLES: Readonly<Record<Role, { label: string; may: string }>> = {
  owner: { label: 'Owner', may: 'May do everything.' },
  editor: { label: 'Editor', may: 'Courses, podcasts and documents. Sees no orders and no members.' },
  support: { label: 'Support', may: 'Members and their orders: find, refund, give access, mail again. No content.' },
  learner: { label: 'No longer staff', may: 'Keeps the account and what was bought, and works here no more.' },
}

type RoleSelectProps<R extends Role> = {
  label: string
  value: R
  /** Offers to end the access, too. */
  withNone?: boolean
  onChange: (role: R) => void
}

export function RoleSelect<R extends Role>({ label, value, withNone = false, onChange }: RoleSelectProps<R>) {
  const id = useId()
  const roles = (Object.keys(ROLES) as R[]).filter((role) => role !== 'learner' || withNone)
  return (
    <div className="max-w-text">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-describedby={`${id}-may`}
        onChange={({ currentTarget }) => {
          const chosen = roles.find((role) => role === currentTarget.value)
          if (chosen) onChange(chosen)
        }}
        className="block min-h-11 w-full max-w-80 rounded-control border border-edge bg-surface px-3 py-2 text-base"
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {ROLES[role].label}
          </option>
        ))}
      </select>
      <p id={`${id}-may`} className="mt-1 text-sm text-muted">
        {ROLES[value].may}
      </p>
    </div>
  )
}
