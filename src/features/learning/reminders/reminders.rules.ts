import { pluralize } from '#shared/pluralize.ts'

/** At this hour of the academy's day members are reminded: nobody is woken, and an evening's study is still to come. */
const REMINDER_HOUR = 10
/** What could not be sent before is not sent in the night either: from this hour to that one. */
const DAY = { from: 8, until: 20 }

const DAY_MS = 24 * 60 * 60_000
/** Who stopped longer ago than this has other things to do: he is left in peace. */
const MAX_DAYS_AGO = 365

/** How many members are looked at by one statement, and reminded in one transaction. */
export const MEMBERS_PER_BATCH = 500

function getHour(instant: Date, timeZone: string): number {
  return Number(instant.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).slice(0, 2))
}

export function isTimeToRemind(now: Date, timeZone: string): boolean {
  return getHour(now, timeZone) === REMINDER_HOUR
}

export function isNight(now: Date, timeZone: string): boolean {
  const hour = getHour(now, timeZone)
  return hour < DAY.from || hour >= DAY.until
}

/** Between which instants a member studied for the last time who is reminded after so many days. */
export function getLastStudiedRange(now: Date, days: number): { from: Date; until: Date } {
  const ago = (many: number) => new Date(now.getTime() - many * DAY_MS)
  return { from: ago(MAX_DAYS_AGO), until: ago(days) }
}

export type LectureProgress = {
  slug: string
  name: string
  /** Of its video; null where it has none, or its length is not known. */
  length: number | null
  isCompleted: boolean
  /** Where the member stopped in it, in seconds, and when; null where he has not begun it. */
  stoppedAt: number | null
  stoppedOn: Date | null
}

export type ResumePoint = {
  lecture: LectureProgress
  /** Counted from 1. */
  number: number
  /** Of the lectures that are not completed; 0 where nothing is known of it. */
  minutesLeft: number
}

/** Where a member goes on in a course: in the lecture in which he was last, else in the first that is open. Undefined when all are done. */
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

/** '25 minutes', '1 hour and 5 minutes' */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return pluralize(rest, 'minute')
  return rest === 0 ? pluralize(hours, 'hour') : `${pluralize(hours, 'hour')} and ${pluralize(rest, 'minute')}`
}
