import { getOwnerPage } from '#shared/kinds.ts'
import { ApiError } from '#web/client/api.ts'
import { Time } from '#web/shell/time.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type LectureLink, LectureLinks } from './lecture-links.tsx'

/** An exam that isn't open yet. It opens at `opensAt` or, if that is null, after these lectures are completed. */
export type ClosedExam = { title: string; opensAt: string | null; lectures: LectureLink[] }

/** Parses the exam endpoint's error response; rethrows other errors. */
export function parseClosedExam(error: unknown): ClosedExam {
  if (!(error instanceof ApiError)) throw error
  const { code, title, opens_at: opensAt = null, lectures } = error.body
  const isClosed = code === 'lectures_missing' || typeof opensAt === 'string'
  if (!isClosed || typeof title !== 'string' || !Array.isArray(lectures)) throw error
  return { title, opensAt: typeof opensAt === 'string' ? opensAt : null, lectures: lectures.filter(isLecture) }
}

function isLecture(value: unknown): value is LectureLink {
  return value instanceof Object && 'name' in value && 'slug' in value
}

/** Why the exam is closed, and the lectures to complete or review until it opens. */
export function ClosedExamMessage({ id, closed: { opensAt, lectures } }: { id: string; closed: ClosedExam }) {
  const title =
    opensAt === null ? (
      'Complete all lectures before you take the exam.'
    ) : (
      <>
        You can try again on <Time at={opensAt} isDeadline />.
      </>
    )
  return (
    <EmptyState icon="book" title={title}>
      <p className="text-sm text-muted">
        {opensAt === null
          ? 'Complete these lectures:'
          : lectures.length === 0
            ? 'You’ve used 3 attempts. Before you try again, review the lectures.'
            : 'You’ve used 3 attempts. Before you try again, review these lectures:'}
      </p>
      <LectureLinks courseId={id} lectures={lectures} />
      <ButtonLink to={getOwnerPage('course', id)} variant="study">
        {opensAt === null ? 'Continue with the lectures' : 'Review lectures'}
      </ButtonLink>
    </EmptyState>
  )
}
