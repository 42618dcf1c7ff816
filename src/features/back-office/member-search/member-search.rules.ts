import { pluralize } from '#shared/pluralize.ts'

export function getFullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}

type Account = Record<'erasedAt' | 'lockedAt' | 'deletionDueAt' | 'emailVerifiedAt', Date | null>

/** Such as 'open' or 'locked Nov 22, 2026, 10:00 AM ET, email not verified'. */
export function formatAccountState(account: Account, format: (instant: Date) => string): string {
  const { erasedAt, lockedAt, deletionDueAt, emailVerifiedAt } = account
  if (erasedAt) return `deleted ${format(erasedAt)}`
  return (
    [
      ...(lockedAt ? [`locked ${format(lockedAt)}`] : []),
      ...(emailVerifiedAt ? [] : ['email not verified']),
      ...(deletionDueAt ? [`will be deleted after ${format(deletionDueAt)}`] : []),
    ].join(', ') || 'open'
  )
}

/** Such as 'none' or 'an app, 2 passkeys'. */
export function formatTwoFactorMethods(factors: {
  codeSince: Date | null
  recoveryCodes: number
  passkeys: number
}): string {
  const { codeSince, recoveryCodes, passkeys } = factors
  const has = [
    ...(codeSince === null ? [] : ['authenticator app']),
    ...(passkeys > 0 ? [pluralize(passkeys, 'passkey')] : []),
    ...(recoveryCodes > 0 ? [`${pluralize(recoveryCodes, 'recovery code')} left`] : []),
  ]
  return has.join(', ') || 'none'
}
