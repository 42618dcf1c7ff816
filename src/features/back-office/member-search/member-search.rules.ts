import { counted } from '#shared/counted.ts'
import { minuteOf } from '#shared/dates.ts'

export function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}

type Account = Record<'erasedAt' | 'lockedAt' | 'deletionDueAt' | 'emailVerifiedAt', Date | null>

/** 'open', 'locked 2026-11-22 10:00, email never verified' */
export function accountStateInWords(account: Account, timeZone: string): string {
  const { erasedAt, lockedAt, deletionDueAt, emailVerifiedAt } = account
  if (erasedAt) return `erased ${minuteOf(erasedAt, timeZone)}`
  return (
    [
      ...(lockedAt ? [`locked ${minuteOf(lockedAt, timeZone)}`] : []),
      ...(emailVerifiedAt ? [] : ['email never verified']),
      ...(deletionDueAt ? [`will be deleted ${minuteOf(deletionDueAt, timeZone)}`] : []),
    ].join(', ') || 'open'
  )
}

/** 'none', 'an app, 2 passkeys' */
export function factorsInWords(factors: { codeSince: Date | null; recoveryCodes: number; passkeys: number }): string {
  const { codeSince, recoveryCodes, passkeys } = factors
  const has = [
    ...(codeSince === null ? [] : ['an app']),
    ...(passkeys > 0 ? [counted(passkeys, 'passkey')] : []),
    ...(recoveryCodes > 0 ? [`${counted(recoveryCodes, 'recovery code')} left`] : []),
  ]
  return has.join(', ') || 'none'
}
