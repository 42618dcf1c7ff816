import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { countLicenses, deleteLicense, saveLicense, listMemberLicenses } from './licenses.queries.ts'
import { CHANGE_LIMIT, MAX_LICENSES, normalizeLicenseNumber } from './licenses.rules.ts'

export function getLicenses({ db }: Pick<Deps, 'db'>, memberId: string) {
  return listMemberLicenses(db, memberId)
}

type LicenseValues = { state: string; profession: string; number: string }

/** Stores a license number and returns all of the member's licenses. Throws `invalid` or `too_many_requests`. */
export async function addMemberLicense(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  memberId: string,
  given: LicenseValues,
) {
  const { db, now } = deps
  await enforceRateLimit(deps, db, CHANGE_LIMIT, memberId)
  if ((await countLicenses(db, memberId)) >= MAX_LICENSES)
    throw fieldErrors({
      number: [`You already have ${MAX_LICENSES} licenses, the maximum. Remove one before you add another.`],
    })
  await saveLicense(db, { memberId, ...given, number: normalizeLicenseNumber(given), givenAt: now() })
  return listMemberLicenses(db, memberId)
}

/** Throws `not_found`. */
export async function removeMemberLicense({ db }: Pick<Deps, 'db'>, memberId: string, id: string) {
  if (!(await deleteLicense(db, memberId, id))) throw new AppError('not_found', 'License not found.')
  return listMemberLicenses(db, memberId)
}
