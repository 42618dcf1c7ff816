import { getOwnerPage } from '#shared/kinds.ts'
import { pageAddress } from '#shared/pages.ts'
import { ApiError } from '#web/client/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

type Lecture = { name: string; slug: string }

/** An exam whose next paper requires a wait; `opensAt` is text with a time zone. */
export type ClosedExam = { title: string; opensAt: string; lectures: Lecture[] }

/** Parses the exam endpoint's wait reply; rethrows other errors. */
export function parseClosedExam(error: unknown): ClosedExam {
  if (!(error instanceof ApiError)) throw error
  const { title, opens_at_in_words: opensAt, lectures } = error.body
  if (typeof title !== 'string' || typeof opensAt !== 'string' || !Array.isArray(lectures)) throw error
  return { title, opensAt, lectures: lectures.filter(isLecture) }
}

function isLecture(value: unknown): value is Lecture {
  return value instanceof Object && 'name' in value && 'slug' in value
}

/** After three failed papers: when the next one opens and what to review until then. */
export function ClosedExamMessage({ id, closed: { opensAt, lectures } }: { id: string; closed: ClosedExam }) {
  return (
    <EmptyState icon="book" title={`The next try opens on ${opensAt}.`}>
      <p className="text-sm text-muted">
        Three tries did not pass. Please see the lectures again until then: each question is answered in one of them.
      </p>
      {lectures.length > 0 && (
        <ul className="text-sm">
          {lectures.map(({ name, slug }) => (
            <li key={slug}>
              <TextLink
                to={pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug', {
                  slugOrPurchaseId: id,
                  lectureSlug: slug,
                })}
              >
                {name}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink to={getOwnerPage('course', id)} variant="study">
        Study the lectures again
      </ButtonLink>
    </EmptyState>
  )
}
