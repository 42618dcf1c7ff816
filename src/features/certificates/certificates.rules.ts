import { withoutGeneration } from '#shared/printed-name.ts'

/** Asking again sends the certificate again, but not more often than this. */
export const SEND_AGAIN_AFTER_SECONDS = 45

/** A file name that every system takes: 'Certificate of completion - Course.pdf'. */
export function certificateFileName(courseName: string): string {
  return `Certificate of completion - ${courseName.replaceAll(/[^\p{L}\p{N} .,-]/gu, '')}.pdf`
}

/** What page and PDF say where credentials follow the name: nobody has checked them. Undefined where none do. */
export function noteOnCredentials(printedName: string): string | undefined {
  return withoutGeneration(printedName).includes(', ')
    ? 'Credentials after the name are stated by the holder.'
    : undefined
}
