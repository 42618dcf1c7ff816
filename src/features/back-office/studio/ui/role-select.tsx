import type { Role } from '#shared/policy.ts'
import { SelectField } from '#web/ui/field.tsx'

export const ROLES: Readonly<Record<Role, { label: string; may: string }>> = {
  owner: { label: 'Owner', may: 'Full access.' },
  editor: {
    label: 'Editor',
    may: 'Courses, podcasts, documents, and question reports. No prices, orders, or members.',
  },
  support: {
    label: 'Support',
    may: 'Members, orders, coupons, and reported posts: refund, give access, change names and emails, lock accounts. No content.',
  },
  learner: { label: 'No longer staff', may: 'Keeps the account and purchases but loses staff access.' },
}

type RoleSelectProps<R extends Role> = {
  label: string
  value: R
  /** Adds an option that removes staff access. */
  withNone?: boolean
  onChange: (role: R) => void
}

export function RoleSelect<R extends Role>({ label, value, withNone = false, onChange }: RoleSelectProps<R>) {
  const roles = (Object.keys(ROLES) as R[]).filter((role) => role !== 'learner' || withNone)
  return (
    <div className="max-w-text">
      <SelectField
        label={label}
        hint={ROLES[value].may}
        value={value}
        options={roles.map((role) => ({ value: role, label: ROLES[role].label }))}
        onChange={onChange}
        className="max-w-80"
      />
    </div>
  )
}
