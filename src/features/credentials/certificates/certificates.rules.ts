import { formatCertificateTitle, getClaim } from '#shared/certificate-claim.ts'
import { removeGenerationSuffix } from '#shared/printed-name.ts'
import { toDistinctFileName } from '#shared/file-name.ts'
import type { RateLimit } from '#shared/rate-limit.ts'

/** The minimum interval between requests to send a certificate again. */
export const RESEND_AFTER_SECONDS = 45

type NamedCertificate = { id: string; courseName: string; completedAt: Date | null; passedAt: Date | null }

/** A file name that is valid on every system: 'Certificate of completion - Course.pdf'. */
export function certificateFileName({ id, courseName, ...dates }: NamedCertificate): string {
  const title = formatCertificateTitle(getClaim(dates))
  return `${title} - ${toDistinctFileName(courseName, id.slice(0, 8))}.pdf`
}

/** When everything was completed or, if lectures were missing, when the exam was passed. */
export function getAchievementTime({
  completedAt,
  passedAt,
  issuedAt,
}: {
  completedAt: Date | null
  passedAt: Date | null
  issuedAt: Date
}): Date {
  return completedAt ?? passedAt ?? issuedAt
}

/** Shown instead of an erased holder's name; their certificates store ''. */
export const NAME_REMOVED = 'Name removed'

/** The note about the name on the page and PDF: no one has verified the name or the credentials after it. */
export function getNameDisclaimer(printedName: string): string {
  const hasCredentials = removeGenerationSuffix(printedName).includes(', ')
  return hasCredentials
    ? 'Name and credentials self-reported; identity not verified.'
    : 'Name self-reported; identity not verified.'
}

/**
 * Limits requests, because rendering keeps a core busy for a moment, and emails to one member must not fill their
 * mailbox.
 */
export const PDF_LIMIT: RateLimit = { what: 'certificate-pdf', hits: 60, windowMs: 60 * 60_000 }
export const EMAIL_LIMIT: RateLimit = { what: 'certificate-mail', hits: 12, windowMs: 60 * 60_000 }
