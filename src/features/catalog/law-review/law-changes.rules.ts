import { formatDay } from '#shared/dates.ts'

/** The maximum length of the texts that say what changed and why. */
export const MAX_TEXT_LENGTH = 300

export const MAX_SHOWN_CHANGES = 3

/** How long a lecture counts as new for members who have its course. */
const NEW_MS = 90 * 24 * 60 * 60_000

export type ChangeKind = 'new' | 'changed'

type Lecture = {
  addedAt: Date
  firstAddedAt: Date
  wasAnnounced: boolean
}

/**
 * Returns whether a lecture is new or changed for members. It is new if it was added recently, after the course's first
 * lectures, and if members have not been notified about it yet.
 */
export function getChangeKind({ addedAt, firstAddedAt, wasAnnounced }: Lecture, now: Date): ChangeKind {
  return !wasAnnounced && addedAt > firstAddedAt && now.getTime() - addedAt.getTime() < NEW_MS ? 'new' : 'changed'
}

/** Changes '2. The Rules' to 'The Rules', because the number means nothing within a sentence. */
function stripNumber(name: string): string {
  return name.replace(/^\d+[.)]\s+/, '')
}

export function formatNotificationOpening(
  kind: ChangeKind,
  { name, course }: { name: string; course: string },
): string {
  return kind === 'new'
    ? `${course} has a new lecture, “${stripNumber(name)}.”`
    : `“${stripNumber(name)}” in ${course} has changed.`
}

export function formatNotification(begins: string, { what, why }: { what: string; why: string }): string {
  return [begins, ...[what, why].filter(Boolean).map(toSentence)].join(' ')
}

function toSentence(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim()
  return /[.!?…][)”"’]?$/u.test(line) ? line : `${line}.`
}

export function toChangeViews<Change extends { notifiedAt: Date | string }>(
  changes: readonly Change[],
  timeZone: string,
) {
  return changes.map(({ notifiedAt, ...change }) => ({ ...change, day: formatDay(new Date(notifiedAt), timeZone) }))
}
