import type { Role } from '#shared/policy.ts'

type Account = { username: string; password: string; firstName: string; lastName: string; role: Role }

const account = (given: Account) => ({ ...given, email: `${given.username}@example.com`, isVerified: true })

export const LEARNER = account({
  username: 'demo',
  password: 'demo-learner-2026',
  firstName: 'Dana',
  lastName: 'Demo',
  role: 'learner',
})
export const NEWCOMER = account({
  username: 'newcomer',
  password: 'demo-newcomer-2026',
  firstName: 'Nell',
  lastName: 'Newcomer',
  role: 'learner',
})
export const STAFF = account({
  username: 'staff',
  password: 'demo-staff-2026',
  firstName: 'Sam',
  lastName: 'Staff',
  role: 'owner',
})

export const DEMO_ACCOUNTS = [LEARNER, NEWCOMER, STAFF]
