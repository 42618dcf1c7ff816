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

/** '2026-11-21', in UTC. */
export function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** 'November 21, 2026', in UTC. */
export function longDate(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

/** A file name that every system takes: 'Certificate of completion - Course.pdf'. */
export function certificateFileName(courseName: string): string {
  return `Certificate of completion - ${courseName.replaceAll(/[^\p{L}\p{N} .,-]/gu, '')}.pdf`
}
