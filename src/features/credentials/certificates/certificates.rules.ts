import { removeGenerationSuffix } from '#shared/printed-name.ts'
import { toDistinctFileName } from '#shared/file-name.ts'
import type { RateLimit } from '#shared/rate-limit.ts'

/** Asking again sends the certificate again, but not more often than this. */
export const RESEND_AFTER_SECONDS = 45

/** A file name that every system takes: 'Certificate of completion - Course.pdf'. */
export function certificateFileName({ id, courseName }: { id: string; courseName: string }): string {
  return `Certificate of completion - ${toDistinctFileName(courseName, id.slice(0, 8))}.pdf`
}

/** To whoever passes since a key was corrected. */
export function regradedMessage(courseName: string): string {
  return `One question of the examination of ${courseName} was marked wrongly, and the mistake was ours. We have corrected it and marked all papers that held it again. Yours passes now.`
}

/** What stands in the place of the name of a holder who was erased: his certificates keep the name ''. */
export const NAME_REMOVED = 'Name removed'

/** What page and PDF say of the name: nobody has checked it, and what follows it least of all. */
export function getNameDisclaimer(printedName: string): string {
  const hasCredentials = removeGenerationSuffix(printedName).includes(', ')
  return hasCredentials ? 'Name and credentials are stated by the holder.' : 'The name is stated by the holder.'
}

/** Drawing takes a processor for a moment, and a mail goes to one mailbox. */
export const PDF_LIMIT: RateLimit = { what: 'certificate-pdf', hits: 60, windowMs: 60 * 60_000 }
export const EMAIL_LIMIT: RateLimit = { what: 'certificate-mail', hits: 12, windowMs: 60 * 60_000 }
