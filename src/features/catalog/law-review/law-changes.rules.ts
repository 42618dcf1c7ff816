import { formatDay } from '#shared/dates.ts'

/** Of what, and of why. */
export const MAX_TEXT_LENGTH = 300

/** So many are shown below a lecture. */
export const MAX_SHOWN_CHANGES = 3

/** So long after it was added a lecture is new to who owns the course. */
const NEW_MS = 90 * 24 * 60 * 60_000

export type ChangeKind = 'new' | 'changed'

type Lecture = {
  addedAt: Date
  /** When the first lectures of its course were. */
  firstAddedAt: Date
  /** Whether owners were told of it before. */
  wasTold: boolean
}

/** Whether a lecture is new to who owns its course: it came later than the first, not long ago, and nobody was told of it. */
export function getChangeKind({ addedAt, firstAddedAt, wasTold }: Lecture, now: Date): ChangeKind {
  return !wasTold && addedAt > firstAddedAt && now.getTime() - addedAt.getTime() < NEW_MS ? 'new' : 'changed'
}

/** '2. The Rules' → 'The Rules': within a sentence its number says nothing. */
function stripNumber(name: string): string {
  return name.replace(/^\d+[.)]\s+/, '')
}

/** The first sentence of what owners read. */
export function formatNotificationOpening(
  kind: ChangeKind,
  { name, course }: { name: string; course: string },
): string {
  return kind === 'new'
    ? `${course} has a new lecture, “${stripNumber(name)}”.`
    : `“${stripNumber(name)}” of ${course} has changed.`
}

/** All that owners read, in one notice. */
export function formatNotification(begins: string, { what, why }: { what: string; why: string }): string {
  return [begins, ...[what, why].filter(Boolean).map(toSentence)].join(' ')
}

function toSentence(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim()
  return /[.!?…][)”"’]?$/u.test(line) ? line : `${line}.`
}

/** As learners read them. */
export function toChangeViews<Told extends { toldAt: Date | string }>(told: readonly Told[], timeZone: string) {
  return told.map(({ toldAt, ...change }) => ({ ...change, day: formatDay(new Date(toldAt), timeZone) }))
}
