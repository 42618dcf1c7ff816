import { pluralize } from '#shared/pluralize.ts'

type StudyMinutes = { lectures: number; handouts: number; examination: number; total: number }
type StudyCounts = { lectures: number; handouts: number; questions: number }

/** Describes a course's study time in total and by its parts. Returns null if it has none. */
export function describeStudyTime(minutes: StudyMinutes, counts: StudyCounts): { total: string; parts: string } | null {
  if (minutes.total === 0) return null
  const parts: [length: number, name: string][] = [
    [minutes.lectures, pluralize(counts.lectures, 'lecture')],
    [minutes.handouts, pluralize(counts.handouts, 'handout')],
    [minutes.examination, `an exam with ${pluralize(counts.questions, 'question')}`],
  ]
  return {
    total: `About ${formatMinutes(minutes.total)}`,
    parts: parts
      .filter(([length]) => length > 0)
      .map(([length, name]) => `${name} (${formatMinutes(length).replaceAll(' ', '\u00A0')})`)
      .join(', '),
  }
}

function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} hr` : `${Math.floor(minutes / 60)} hr ${rest} min`
}
