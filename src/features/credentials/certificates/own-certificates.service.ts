import { findMember } from '#features/people/accounts/accounts.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { formatDay } from '#shared/dates.ts'
import { type Certificate, findCertificate, listMemberCertificates } from './certificates.queries.ts'
import { sendCertificate } from './certificates.queues.ts'
import { certificateFileName, RESEND_AFTER_SECONDS, PDF_LIMIT, EMAIL_LIMIT } from './certificates.rules.ts'
import { renderCertificatePdfWithCredential } from './certificate-files.service.ts'

/**
 * Valid certificates, revoked ones, and earned ones that were not requested, newest first. Days are formatted like
 * `2026-02-03`, in the academy's time zone.
 */
export async function getOwnCertificates({ db }: Pick<Deps, 'db'>, memberId: string) {
  const [rows, { timeZone }] = await Promise.all([listMemberCertificates(db, memberId), readSite(db)])
  const issued = rows.flatMap(({ certificate, courseSlug }) =>
    certificate && courseSlug !== null ? [{ ...certificate, courseSlug }] : [],
  )
  return {
    sentTo: rows[0]?.email ?? '',
    certificates: issued
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ attemptId, ...certificate }) => ({
        ...certificate,
        // Only whether there was an exam matters here.
        passedAt: attemptId === null ? null : certificate.issuedAt,
        issuedOn: formatDay(certificate.issuedAt, timeZone),
      })),
    earned: (rows[0]?.earned ?? []).map(({ passedAt, ...course }) => ({
      ...course,
      passedOn: formatDay(new Date(passedAt), timeZone),
    })),
    revoked: issued.flatMap(({ id, courseName, revokedAt }) =>
      revokedAt ? [{ id, courseName, revokedOn: formatDay(revokedAt, timeZone) }] : [],
    ),
  }
}

export async function getOwnCertificatePdf(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'log'>,
  memberId: string,
  id: string,
): Promise<{ name: string; content: Buffer }> {
  const certificate = await findOwnCertificate(deps, memberId, id)
  await enforceRateLimit(deps, deps.db, PDF_LIMIT, memberId)
  const content = await renderCertificatePdfWithCredential(deps, certificate)
  return { name: certificateFileName(certificate), content }
}

/** Runs the original email job again. Returns the email address. */
export async function resendOwnCertificate(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'jobs'>,
  memberId: string,
  id: string,
): Promise<string> {
  const { db, jobs } = deps
  await findOwnCertificate(deps, memberId, id)
  const member = await findMember(db, memberId)
  if (!member) throw certificateNotFoundError()
  await enforceRateLimit(deps, db, EMAIL_LIMIT, memberId)
  const pause = { minIntervalSeconds: RESEND_AFTER_SECONDS, key: id }
  await db.transaction((tx) => jobs.enqueue(tx, sendCertificate, { certificateId: id }, pause))
  return member.email
}

async function findOwnCertificate({ db }: Pick<Deps, 'db'>, memberId: string, id: string): Promise<Certificate> {
  const certificate = await findCertificate(db, id)
  if (certificate?.memberId !== memberId) throw certificateNotFoundError()
  if (certificate.revokedAt) throw new AppError('not_found', 'This certificate was revoked, so it can’t be downloaded.')
  return certificate
}

function certificateNotFoundError(): AppError {
  return new AppError('not_found', 'This isn’t one of your certificates.')
}
