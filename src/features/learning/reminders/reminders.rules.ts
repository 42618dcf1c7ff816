import { getHour } from '#shared/dates.ts'
import { pluralize } from '#shared/pluralize.ts'

/**
 * The local hour when reminders are sent: late enough not to wake anyone, and early enough for studying in the evening.
 */
const REMINDER_HOUR = 10
/** Delayed reminders must not be sent at night, so they are sent only between these hours. */
const DAY = { from: 8, until: 20 }

const DAY_MS = 24 * 60 * 60_000
/** Members who stopped longer ago get no reminder. */
const MAX_DAYS_AGO = 365

/** The number of members checked per query and reminded per transaction. */
export const MEMBERS_PER_BATCH = 500

export function isTimeToRemind(now: Date, timeZone: string): boolean {
  return getHour(now, timeZone) === REMINDER_HOUR
}

export function isNight(now: Date, timeZone: string): boolean {
  const hour = getHour(now, timeZone)
  return hour < DAY.from || hour >= DAY.until
}

/** The range of last study times that makes a reminder due after this many days. */
export function getLastStudiedRange(now: Date, days: number): { from: Date; until: Date } {
  const ago = (many: number) => new Date(now.getTime() - many * DAY_MS)
  return { from: ago(MAX_DAYS_AGO), until: ago(days) }
}

export type LectureProgress = {
  slug: string
  name: string
  length: number | null
  isCompleted: boolean
  /** Where the member stopped, in seconds, and when; null if not started. */
  stoppedAt: number | null
  stoppedOn: Date | null
}

export type ResumePoint = {
  lecture: LectureProgress
  /** Starts at 1. */
  number: number
  /** Remaining minutes of incomplete lectures; 0 if unknown. */
  minutesLeft: number
}

/** Where to continue a course: the last lecture studied, or the first incomplete one. Undefined if all are complete. */
export function findResumePoint(lectures: readonly LectureProgress[]): ResumePoint | undefined {
  const open = lectures.filter(({ isCompleted }) => !isCompleted)
  const [latest] = open
    .filter(({ stoppedOn }) => stoppedOn !== null)
    .toSorted((one, other) => (other.stoppedOn?.getTime() ?? 0) - (one.stoppedOn?.getTime() ?? 0))
  const lecture = latest ?? open[0]
  if (!lecture) return undefined
  const left = open.map(({ length, stoppedAt }) => Math.max(0, (length ?? 0) - (stoppedAt ?? 0)))
  const seconds = left.reduce((sum, each) => sum + each, 0)
  return { lecture, number: lectures.indexOf(lecture) + 1, minutesLeft: Math.ceil(seconds / 60) }
}

/** Such as '25 minutes' or '1 hour and 5 minutes'. */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return pluralize(rest, 'minute')
  return rest === 0 ? pluralize(hours, 'hour') : `${pluralize(hours, 'hour')} and ${pluralize(rest, 'minute')}`
}
