import { type ReactNode, useEffect, useRef } from 'react'
import type { CourseLinks } from '#features/catalog/courses/ui/course-links.ts'
import { Time } from '#web/shell/time.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { submitScore } from '../exams.contract.ts'
import { Celebration } from './celebration.tsx'
import { AnimatedSeal } from './drawn-seal.tsx'
import { ExamReview, LectureLink } from './exam-review.tsx'

type Result = EndpointReply<typeof submitScore>
type ExamResultViewProps = {
  result: Result
  /** The day when the member passed, if that was on an earlier visit. */
  passedOn?: string | undefined
  /** Whether the member has the certificate. */
  isIssued: boolean
  /** What the member can do for the certificate. */
  certificate: ReactNode
  /** Shown after the score. */
  more?: ReactNode
  links: CourseLinks
  onRetake: () => void
  /** Shown at the end. */
  children?: ReactNode
}

export const RESULT_BUTTON_CLASS = 'w-full sm:w-64'

/** The result of an attempt, with what can be done next. */
export function ExamResultView({
  result,
  passedOn,
  isIssued,
  certificate,
  more,
  links,
  onRetake,
  children,
}: ExamResultViewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isNew = passedOn === undefined
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])

  return (
    <div className="flex flex-col gap-8">
      <section className="rounded-card border border-line bg-surface p-5 text-center sm:p-8">
        <h2 ref={heading} tabIndex={-1} className="mb-4 text-xl outline-none">
          Examination Result
        </h2>
        <span
          className={classes(
            'relative mx-auto mb-3 grid size-16 place-items-center rounded-full',
            result.passed ? 'bg-study-wash text-study-ink' : 'bg-wash text-link',
          )}
        >
          {!result.passed ? (
            <Icon name="book" className="size-8" />
          ) : isNew ? (
            <AnimatedSeal />
          ) : (
            <Icon name="seal" className="size-8" />
          )}
          {result.passed && isNew && <Celebration />}
        </span>
        {result.passed && isNew && <p className="font-serif text-2xl font-semibold text-study-ink">Congratulations!</p>}
        <p className={classes('mb-3 font-semibold text-balance', result.passed && 'text-study-ink')}>
          {result.message}
        </p>
        {!isNew && (
          <p className="mb-3 text-sm text-muted">
            Submitted on <Time at={passedOn} />.
          </p>
        )}
        <p className="font-serif text-2xl text-balance">
          You scored {result.score} out of {result.total}
        </p>
        <p className="money mt-2 mb-4 text-lg text-muted">Average score: {result.percentage.toFixed(2)}%</p>
        {!(result.passed && isIssued) && (
          <>
            <p className="text-sm text-muted">
              You can only request certificate if your average score is more than 80%
            </p>
            <p className="mb-2 text-sm font-semibold">A score of exactly 80% is enough, too.</p>
            <p className="mb-5 text-sm text-muted">Certificate will be sent to your E-mail</p>
          </>
        )}
        {result.retake && <RetakeLimit retake={result.retake} />}
        <div className="flex flex-col items-center gap-3">
          {certificate}
          {!result.passed && (
            <ButtonLink to={links.course} variant="study" className={RESULT_BUTTON_CLASS}>
              Review lectures
            </ButtonLink>
          )}
          <Button
            variant={result.passed && isNew ? 'link' : 'quiet'}
            className={RESULT_BUTTON_CLASS}
            onClick={onRetake}
          >
            Retake Exam
          </Button>
        </div>
      </section>
      {more}
      {result.passed ? (
        <ExamReview links={links} result={result} />
      ) : (
        <LecturesToReview links={links} result={result} />
      )}
      {children}
    </div>
  )
}

function RetakeLimit({ retake }: { retake: NonNullable<Result['retake']> }) {
  const { opens_at: opensAt, attempts_left: left, wait_hours: hours } = retake
  return (
    <p className="mb-5 text-sm font-semibold">
      {opensAt === null ? (
        `You have ${pluralize(left, 'attempt')} left before you must wait ${pluralize(hours ?? 0, 'hour')}.`
      ) : (
        <>
          You can try again on <Time at={opensAt} isDeadline />.
        </>
      )}
    </p>
  )
}

/** Shown after a failed attempt: what to review. Names no question, because the next attempt might ask it again. */
function LecturesToReview({ links, result: { lectures } }: { links: CourseLinks; result: Result }) {
  return (
    <section aria-labelledby="to-study" className="text-sm text-muted">
      <h2 id="to-study" className="mb-2 text-xl text-ink">
        Before you try again
      </h2>
      {lectures.length > 0 && (
        <>
          <p>Review these lectures:</p>
          <ul className="my-2 list-disc pl-5">
            {lectures.map(({ name, slug }) => (
              <li key={slug}>
                <LectureLink links={links} lecture={{ name, slug }} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        You’ll see which questions you missed, with answers and rationales, after you pass. Until then, you can rewatch
        every lecture as often as you like.
      </p>
    </section>
  )
}
