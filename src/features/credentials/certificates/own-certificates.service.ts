import { findMember } from '#features/people/accounts/accounts.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { throttle } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { dayOf } from '#shared/dates.ts'
import type { Limit } from '#shared/limit.ts'
import { type Certificate, findCertificate, listOf } from './certificates.queries.ts'
import { sendCertificate } from './certificates.queues.ts'
import { certificateFileName, SEND_AGAIN_AFTER_SECONDS } from './certificates.rules.ts'
import { certificateWithCredential } from './certificate-pdf.service.ts'

// Drawing takes a processor for a moment, and a mail goes to one mailbox.
const DRAWINGS: Limit = { what: 'certificate-pdf', hits: 60, windowMs: 60 * 60_000 }
const MAILS: Limit = { what: 'certificate-mail', hits: 12, windowMs: 60 * 60_000 }

/** Those that are valid, those that were revoked, and courses whose certificate the member has earned and not asked for, the newest first; days are `2026-02-03`, in the academy's time zone. */
export async function certificatesOf({ db }: Pick<Deps, 'db'>, memberId: string) {
  const [rows, { timeZone }] = await Promise.all([listOf(db, memberId), readSite(db)])
  const issued = rows.flatMap(({ certificate, courseSlug }) =>
    certificate && courseSlug !== null ? [{ ...certificate, courseSlug }] : [],
  )
  return {
    sentTo: rows[0]?.email ?? '',
    certificates: issued
      .filter(({ revokedAt }) => revokedAt === null)
      .map((certificate) => ({ ...certificate, issuedOn: dayOf(certificate.issuedAt, timeZone) })),
    earned: (rows[0]?.earned ?? []).map(({ passedAt, ...course }) => ({
      ...course,
      passedOn: dayOf(new Date(passedAt), timeZone),
    })),
    revoked: issued.flatMap(({ id, courseName, revokedAt }) =>
      revokedAt ? [{ id, courseName, revokedOn: dayOf(revokedAt, timeZone) }] : [],
    ),
  }
}

export async function certificateFile(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'log'>,
  memberId: string,
  id: string,
): Promise<{ name: string; content: Buffer }> {
  const certificate = await ownCertificate(deps, memberId, id)
  await throttle(deps, deps.db, DRAWINGS, memberId)
  const content = await certificateWithCredential(deps, certificate)
  return { name: certificateFileName(certificate), content }
}

/** By the job of the first time. Returns the address. */
export async function sendOwnAgain(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'jobs'>,
  memberId: string,
  id: string,
): Promise<string> {
  const { db, jobs } = deps
  await ownCertificate(deps, memberId, id)
  const member = await findMember(db, memberId)
  if (!member) throw noSuchCertificate()
  await throttle(deps, db, MAILS, memberId)
  const pause = { atMostEvery: SEND_AGAIN_AFTER_SECONDS, key: id }
  await db.transaction((tx) => jobs.enqueue(tx, sendCertificate, { certificateId: id }, pause))
  return member.email
}

async function ownCertificate({ db }: Pick<Deps, 'db'>, memberId: string, id: string): Promise<Certificate> {
  const certificate = await findCertificate(db, id)
  if (certificate?.memberId !== memberId) throw noSuchCertificate()
  if (certificate.revokedAt) throw new AppError('not_found', 'This certificate was revoked. It is handed out no more.')
  return certificate
}

function noSuchCertificate(): AppError {
  return new AppError('not_found', 'There is no such certificate among yours.')
}
