import { formatClockTime } from '#shared/clock-time.ts'
import type { CourseSummary } from '../courses.contract.ts'

/** The label of a link to a course's free lecture. */
export function describeSample({ kind, seconds }: NonNullable<CourseSummary['sample']>): string {
  const verb = kind ? (kind === 'text' ? 'Read' : 'Listen to') : 'Watch'
  return `${verb} a free lecture${seconds === null ? '' : `, ${formatClockTime(seconds)}`}`
}
