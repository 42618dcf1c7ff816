import type { PageAddress, PlainAddress } from '#shared/pages.ts'
import { hasPermissionForAny, type Permission } from '#shared/policy.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { OPEN_FORM } from './list-address.ts'
import { useStaff } from './staff.ts'

const TASKS: readonly { label: string; to: PlainAddress; opensForm?: true; act: Permission }[] = [
  { label: 'Edit a course', to: '/Studio/Catalogue/', act: 'edit content' },
  { label: 'Refund an order', to: '/Studio/Orders/', act: 'refund' },
  { label: 'Give free access', to: '/Studio/People/', opensForm: true, act: 'give access' },
  { label: 'Create a coupon', to: '/Studio/Coupons/', opensForm: true, act: 'create coupon' },
  { label: 'Invite staff', to: '/Studio/Staff/', act: 'add staff' },
  { label: 'Open the audit log', to: '/Studio/Log/', act: 'see log' },
]

/** On the studio's first page: what staff do most often, one press away. */
export function CommonTasks() {
  const role = useStaff()?.role ?? 'learner'
  const tasks = TASKS.filter(({ act }) => hasPermissionForAny(role, act))
  if (tasks.length === 0) return null
  return (
    <section aria-labelledby="common-tasks">
      <h2 id="common-tasks" className="mb-4 text-xl">
        Common tasks
      </h2>
      <ul className="flex flex-wrap gap-3">
        {tasks.map(({ label, to, opensForm }) => (
          <li key={to}>
            <ButtonLink to={opensForm ? (`${to}?${OPEN_FORM}` as PageAddress) : to} variant="quiet">
              {label}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
