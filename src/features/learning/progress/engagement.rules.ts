import type { LectureKind } from '#shared/lecture-kind.ts'

/** What fewer learners did is never shown. */
export const MIN_LEARNERS = 5

/** How many learners got how far in a lecture, and for how many minutes half of them watched it at most. */
export type LectureCounts = {
  id: string
  name: string
  kind: LectureKind
  /** Null if unknown. */
  seconds: number | null
  started: number
  half: number
  finished: number
  rewound: number
  minutes: number | null
}

/** The same with numbers that can be shown. Null means fewer than `MIN_LEARNERS`. */
export type LectureEngagement = Pick<LectureCounts, 'id' | 'name' | 'kind' | 'seconds' | 'minutes'> &
  Record<'started' | 'half' | 'finished' | 'rewound', number | null>

/**
 * Between two lectures, or before the end of the last one: `after` is its ID. `before` learners started it, and `left`
 * started the next one or finished the last one.
 */
export type Drop = { after: string; before: number; left: number | null; next: string | null }

/**
 * Rounds down to a multiple of five, because the difference between two numbers, or between today's and yesterday's,
 * would show what a single learner did.
 */
function round(learners: number): number | null {
  return learners < MIN_LEARNERS ? null : learners - (learners % MIN_LEARNERS)
}

/**
 * Rounds a median down to a tenth of the video. With few learners, a member with several accounts could move it to what
 * one other learner watched.
 */
function roundMinutes(started: number, { minutes, seconds }: Pick<LectureCounts, 'minutes' | 'seconds'>) {
  if (minutes === null || started < 2 * MIN_LEARNERS) return null
  const step = Math.max(1, Math.round((seconds ?? 0) / 600))
  return minutes - (minutes % step)
}

export function toEngagement({ id, name, kind, seconds, minutes, ...counts }: LectureCounts): LectureEngagement {
  const started = round(counts.started)
  const known = { id, name, kind, seconds, started }
  if (started === null) return { ...known, minutes: null, half: null, finished: null, rewound: null }
  const { half, finished, rewound } = counts
  return {
    ...known,
    minutes: roundMinutes(counts.started, { minutes, seconds }),
    half: round(half),
    finished: round(finished),
    rewound: round(rewound),
  }
}

/** Where most learners stop, from rounded numbers; undefined if nowhere. The first of several that are equal. */
export function findBiggestDrop(lectures: readonly LectureEngagement[]): Drop | undefined {
  const drops = lectures.map(({ id, started, finished }, at): Drop => {
    const next = lectures[at + 1]
    return { after: id, before: started ?? 0, left: next ? next.started : finished, next: next?.name ?? null }
  })
  const lost = ({ before, left }: Drop) => before - (left ?? 0)
  const [biggest] = drops.filter((drop) => lost(drop) > 0).toSorted((one, other) => lost(other) - lost(one))
  return biggest
}
