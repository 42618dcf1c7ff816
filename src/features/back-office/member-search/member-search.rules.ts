import { pluralize } from '#shared/pluralize.ts'
import { formatMinute } from '#shared/dates.ts'

export function getFullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}

type Account = Record<'erasedAt' | 'lockedAt' | 'deletionDueAt' | 'emailVerifiedAt', Date | null>

/** 'open', 'locked 2026-11-22 10:00, email never verified' */
export function formatAccountState(account: Account, timeZone: string): string {
  const { erasedAt, lockedAt, deletionDueAt, emailVerifiedAt } = account
  if (erasedAt) return `erased ${formatMinute(erasedAt, timeZone)}`
  return (
    [
      ...(lockedAt ? [`locked ${formatMinute(lockedAt, timeZone)}`] : []),
      ...(emailVerifiedAt ? [] : ['email not verified']),
      ...(deletionDueAt ? [`will be deleted on ${formatMinute(deletionDueAt, timeZone)}`] : []),
    ].join(', ') || 'open'
  )
}

/** 'none', 'an app, 2 passkeys' */
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
