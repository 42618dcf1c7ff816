import type { EndpointReply } from '#shared/endpoint.ts'
import type { CourseLinks } from '#features/catalog/courses/ui/course-links.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { submitScore } from '../exams.contract.ts'

type Result = EndpointReply<typeof submitScore>

/** Shown after passing: every question with its correct answer and rationale. */
export function ExamReview({ links, result: { review } }: { links: CourseLinks; result: Result }) {
  if (review.length === 0) return null
  return (
    <section aria-labelledby="review">
      <h2 id="review" className="mb-4 text-xl">
        Your answers
      </h2>
      <ol className="flex list-none flex-col gap-3">
        {review.map((item) => (
          <li key={item.question} className="rounded-card border border-line bg-surface">
            <ReviewedAnswer links={links} item={item} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type ReviewItem = Result['review'][number]

/** Missed questions start expanded. The others can be expanded, and are always expanded in print. */
function ReviewedAnswer({ links, item }: { links: CourseLinks; item: ReviewItem }) {
  const question = (
    <>
      <Icon
        name={item.isRight ? 'check-circle' : 'alert'}
        className={item.isRight ? 'mt-1 text-study-ink' : 'mt-1 text-danger'}
      />
      <h3 className="min-w-0 flex-1 font-sans text-base font-semibold tracking-normal text-pretty">
        {item.question} <span className="sr-only">{item.isRight ? 'Correct.' : 'Incorrect.'}</span>
      </h3>
    </>
  )
  if (!item.isRight)
    return (
      <div className="py-4">
        <div className="flex items-start gap-3 px-5">{question}</div>
        <Answers links={links} item={item} />
      </div>
    )
  return (
    <details className="group print:[&::details-content]:[content-visibility:visible]">
      <summary className="flex list-none items-start gap-3 rounded-card px-5 py-4 hover:bg-wash [&::-webkit-details-marker]:hidden">
        {question}
        <Icon name="chevron" className="mt-1 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <Answers links={links} item={item} className="pb-4" />
    </details>
  )
}

function Answers({ links, item, className }: { links: CourseLinks; item: ReviewItem; className?: string }) {
  const { isRight, chosen, answer, rationale, lecture } = item
  return (
    <div className={classes('flex flex-col gap-1 pt-2 pr-5 pl-13 text-sm', className)}>
      {chosen && <Answer is={isRight ? 'Your answer (correct):' : 'Your answer:'} isRight={isRight} text={chosen} />}
      {!isRight && answer !== null && <Answer is="Correct answer:" isRight text={answer} />}
      {rationale !== null && <p className="mt-1 text-muted">{rationale}</p>}
      {lecture !== null && (
        <p>
          Taught in <LectureLink links={links} lecture={lecture} />
        </p>
      )}
    </div>
  )
}

function Answer({ is, isRight, text }: { is: string; isRight: boolean; text: string }) {
  return (
    <p>
      <strong className={classes('font-semibold', isRight && 'text-study-ink')}>{is}</strong> {text}
    </p>
  )
}

type LectureLinkProps = { links: CourseLinks; lecture: Result['lectures'][number] }

export function LectureLink({ links, lecture: { name, slug } }: LectureLinkProps) {
  return <TextLink to={links.getLecture(slug)}>{name}</TextLink>
}
