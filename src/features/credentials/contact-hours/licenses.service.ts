import { throttle } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { countLicenses, deleteLicense, keepLicense, licensesOf } from './licenses.queries.ts'
import { CHANGES, MOST_LICENSES, plainNumber } from './licenses.rules.ts'

export function licensesFor({ db }: Pick<Deps, 'db'>, memberId: string) {
  return licensesOf(db, memberId)
}

type Given = { state: string; profession: string; number: string }

/** Keeps the number of a member's license and returns all that he has. Refuses (`invalid`, `too_many_requests`). */
export async function keepLicenseOf(deps: Pick<Deps, 'config' | 'db' | 'now'>, memberId: string, given: Given) {
  const { db, now } = deps
  await throttle(deps, db, CHANGES, memberId)
  if ((await countLicenses(db, memberId)) >= MOST_LICENSES)
    throw fieldErrors({ number: [`You have ${MOST_LICENSES} already. Please remove one first.`] })
  await keepLicense(db, { memberId, ...given, number: plainNumber(given), givenAt: now() })
  return licensesOf(db, memberId)
}

/** Forgets one. Refuses (`not_found`). */
export async function forgetLicenseOf({ db }: Pick<Deps, 'db'>, memberId: string, id: string) {
  if (!(await deleteLicense(db, memberId, id))) throw new AppError('not_found', 'There is no such license.')
  return licensesOf(db, memberId)
}
