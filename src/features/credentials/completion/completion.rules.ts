import { type CompletionRule, resolveCompletionRule } from '#shared/completion-rule.ts'
import { type Approval, listMissingFields } from '#shared/contact-hours.ts'

type Lecture = { name: string; slug: string }

/** A course's current lecture, and whether the member has completed it. */
export type LectureStatus = Lecture & { completedAt: Date | null; isPlayed: boolean }

/** What earns a course's certificate: passing its exam or, without an exam, completing its lectures, or nothing. */
export type EarnedBy = 'exam' | 'lectures' | 'nothing'

export type CourseCompletion = {
  earnedBy: EarnedBy
  rule: CompletionRule
  /** Whether the course awards contact hours, which require all lectures. */
  awardsHours: boolean
  lectures: number
  completed: number
  missing: Lecture[]
  /** When the last lecture was completed; null if lectures are missing or the course has none. */
  completedAt: Date | null
}

/**
 * Only this function decides whether lectures are required and which of them count. `rule` is the one that applied
 * when the member started, or otherwise the course's rule; null if the author chose none. Accrediting bodies want proof
 * of participation: if there is an approval for contact hours, a lecture counts only if its playback was reported to
 * the server.
 */
export function computeCompletion(
  { rule, earnedBy }: { rule: CompletionRule | null; earnedBy: EarnedBy },
  approval: Approval | null,
  statuses: readonly LectureStatus[],
): CourseCompletion {
  const awardsHours = approval !== null && listMissingFields(approval).length === 0
  const isCounted = ({ completedAt, isPlayed }: LectureStatus) => completedAt !== null && (isPlayed || !awardsHours)
  const missing = statuses.filter((lecture) => !isCounted(lecture)).map(({ name, slug }) => ({ name, slug }))
  const times = statuses.flatMap(({ completedAt }) => completedAt ?? [])
  const last = times.toSorted((one, other) => one.getTime() - other.getTime()).at(-1)
  return {
    earnedBy,
    rule: resolveCompletionRule(rule, awardsHours),
    awardsHours,
    lectures: statuses.length,
    completed: statuses.length - missing.length,
    missing,
    completedAt: missing.length === 0 ? (last ?? null) : null,
  }
}

export function isWaitingForLectures({ rule, missing }: CourseCompletion): boolean {
  return rule === 'lectures_before_certificate' && missing.length > 0
}

/** Whether the member earned the certificate of a course without an exam. */
export function hasEarnedByLectures({ earnedBy, completedAt }: CourseCompletion): boolean {
  return earnedBy === 'lectures' && completedAt !== null
}

/**
 * When the lectures and the exam were completed; null if lectures are missing, because then no contact hours are
 * earned.
 */
export function getCompletionTime({ completedAt }: CourseCompletion, passedAt: Date): Date | null {
  return completedAt && new Date(Math.max(completedAt.getTime(), passedAt.getTime()))
}

function formatProgress({ completed, lectures }: Pick<CourseCompletion, 'completed' | 'lectures'>): string {
  return `${completed} of ${lectures} so far`
}

export function formatCertificateWait(completion: CourseCompletion): string {
  return `To get your certificate, complete all lectures (${formatProgress(completion)}).`
}

/** A warning about what a certificate requested now would lack; undefined if no lectures are missing. */
export function formatMissingLecturesWarning(completion: CourseCompletion): string | undefined {
  const { awardsHours, missing } = completion
  if (missing.length === 0) return undefined
  const reward = awardsHours ? 'To earn contact hours' : 'To get a certificate of completion, not of achievement'
  return `${reward}, complete all lectures before you request your certificate (${formatProgress(completion)}).`
}
