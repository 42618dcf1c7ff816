import { COMPLETION_THRESHOLD } from '#shared/completion-threshold.ts'

export function isPastCompletion({ seconds, duration }: { seconds: number; duration: number }): boolean {
  return Number.isFinite(duration) && duration > 0 && seconds > duration * COMPLETION_THRESHOLD
}

type Lecture = { id: string; name: string; isCompleted: boolean }

/**
 * The step after a lecture: the exam if all lectures are complete; otherwise the next lecture; after the last one, the
 * first incomplete one.
 */
export function getNextStep(lectures: readonly Lecture[], endedId: string) {
  const isOpen = ({ id, isCompleted }: Lecture) => !isCompleted && id !== endedId
  const first = lectures.find(isOpen)
  if (!first) return { to: 'examination' } as const
  const following = lectures[lectures.findIndex(({ id }) => id === endedId) + 1]
  if (following) return { to: 'next', lecture: following } as const
  const left = lectures.filter(isOpen).length
  return { to: 'left', lecture: first, number: lectures.indexOf(first) + 1, left } as const
}
