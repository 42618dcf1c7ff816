import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import {
  formatLicense,
  listMemberLicenses,
  normalizeLicenseNumber,
} from '#features/credentials/contact-hours/licenses.public.ts'
import { notify } from '#features/people/notifications/notifications.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, memberErasedError } from '#shared/app-error.ts'
import type { LicenseSnapshot } from '#shared/contact-hours.ts'
import { pageAddress } from '#shared/pages.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { findCertificate, lockLicenses, setLicenses } from './certificates.queries.ts'

type LicenseCorrection = { id: string; license: LicenseSnapshot; reason: string; by: Staff }

/**
 * Corrects the license number stored with a certificate, for the state and profession of `license`, or adds it. From
 * now on, the PDF, spreadsheet, and roster contain the new number; signed credentials contain no licenses. The licenses
 * in the member's account stay unchanged, because the member edits those. Throws `not_found`, `forbidden`, or `invalid`
 * before storing anything. @returns the previous license as text (undefined if there was none) and the new one
 */
export async function correctLicense(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { id, license, reason, by }: LicenseCorrection,
): Promise<{ before: string | undefined; after: string }> {
  const certificate = await findCertificate(db, id)
  if (!certificate) throw new AppError('not_found', `There is no certificate with the ID ${id}.`)
  const { memberId, courseName, contactHours, printedName } = certificate
  if (!hasPermission(by, 'correct license', certificate)) throw permissionDeniedError(by, 'correct license')
  if (!contactHours) throw new AppError('invalid', 'This certificate awards no contact hours, so it has no licenses.')
  if (printedName === '') throw memberErasedError()
  const corrected = { ...license, number: normalizeLicenseNumber(license) }
  const isIts = ({ state, profession }: LicenseSnapshot) => state === license.state && profession === license.profession
  return db.transaction(async (tx) => {
    const licenses = (await lockLicenses(tx, id)) ?? (await listMemberLicenses(tx, memberId)).map(toStoredLicense)
    const old = licenses.find(isIts)
    const after = formatLicense(corrected)
    if (old && formatLicense(old) === after) throw new AppError('invalid', `The certificate already has ${after}.`)
    const before = old && formatLicense(old)
    await setLicenses(tx, id, [...licenses.filter((each) => !isIts(each)), corrected])
    await recordEvent(tx, {
      at: now(),
      kind: 'certificate.license_corrected',
      by,
      memberId,
      subject: { id, name: courseName },
      personal: { why: reason, ...(before !== undefined && { was: before }), is: after },
    })
    await notify({ jobs }, tx, {
      kind: 'certificate',
      cause: `certificate:${id}:license:${now().toISOString()}`,
      words: `We updated the license numbers on your certificate for ${courseName}. Download the PDF again to see the change.`,
      address: pageAddress('/Certificate/:id', { id }),
      to: memberId,
      now: now(),
    })
    return { before, after }
  })
}

const toStoredLicense = ({ state, profession, number }: LicenseSnapshot): LicenseSnapshot => ({
  state,
  profession,
  number,
})
