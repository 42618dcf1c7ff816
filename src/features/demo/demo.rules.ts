const account = (username: string, password: string, names: { firstName: string; lastName: string }) => ({
  username,
  password,
  email: `${username}@example.com`,
  ...names,
  role: 'learner' as 'learner' | 'staff',
  isVerified: true,
})

export const LEARNER = account('demo', 'demo-learner-2026', { firstName: 'Dana', lastName: 'Demo' })
export const NEWCOMER = account('newcomer', 'demo-newcomer-2026', { firstName: 'Nell', lastName: 'Newcomer' })
export const STAFF = {
  ...account('staff', 'demo-staff-2026', { firstName: 'Sam', lastName: 'Staff' }),
  role: 'staff' as const,
}

/** Their passwords are published: production must not know them. */
export const DEMO_ACCOUNTS = [LEARNER, NEWCOMER, STAFF]
