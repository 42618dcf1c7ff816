/** Asking again sends the certificate again, but not more often than this. */
export const SEND_AGAIN_AFTER_SECONDS = 45

type Names = { firstName: string; lastName: string; credentialsAfterName: string }

/** The name as it will be printed: 'Nora Nightingale, RN'. Empty when the member gave no name. */
export function printedName({ firstName, lastName, credentialsAfterName }: Names): string {
  const name = [firstName, lastName]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
  const credentials = credentialsAfterName.trim()
  return name && credentials ? `${name}, ${credentials}` : name
}

/** A file name that every system takes: 'Certificate of completion - Course.pdf'. */
export function certificateFileName(courseName: string): string {
  return `Certificate of completion - ${courseName.replaceAll(/[^\p{L}\p{N} .,-]/gu, '')}.pdf`
}
