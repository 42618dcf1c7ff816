import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { submitScore } from '../exams.contract.ts'

type Result = EndpointReply<typeof submitScore>

/** Shown after passing: every question with its correct answer and rationale. */
export function ExamReview({ examId, result: { review } }: { examId: string; result: Result }) {
  if (review.length === 0) return null
  return (
    <section aria-labelledby="review">
      <h2 id="review" className="mb-4 text-xl">
        Your answers
      </h2>
      <ol className="flex list-none flex-col gap-3">
        {review.map((item) => (
          <li key={item.question} className="rounded-card border border-line bg-surface">
            <ReviewedAnswer examId={examId} item={item} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type ReviewItem = Result['review'][number]

/** Missed questions start expanded. The others can be expanded, and are always expanded in print. */
function ReviewedAnswer({ examId, item }: { examId: string; item: ReviewItem }) {
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
        <Answers examId={examId} item={item} />
      </div>
    )
  return (
    <details className="group print:[&::details-content]:[content-visibility:visible]">
      <summary className="flex list-none items-start gap-3 rounded-card px-5 py-4 hover:bg-wash [&::-webkit-details-marker]:hidden">
        {question}
        <Icon name="chevron" className="mt-1 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <Answers examId={examId} item={item} className="pb-4" />
    </details>
  )
}

function Answers({ examId, item, className }: { examId: string; item: ReviewItem; className?: string }) {
  const { isRight, chosen, answer, rationale, lecture } = item
  return (
    <div className={classes('flex flex-col gap-1 pt-2 pr-5 pl-13 text-sm', className)}>
      {chosen && <Answer is={isRight ? 'Your answer (correct):' : 'Your answer:'} isRight={isRight} text={chosen} />}
      {!isRight && answer !== null && <Answer is="Correct answer:" isRight text={answer} />}
      {rationale !== null && <p className="mt-1 text-muted">{rationale}</p>}
      {lecture !== null && (
        <p>
          Taught in <LectureLink examId={examId} lecture={lecture} />
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

export function LectureLink({ examId, lecture }: { examId: string; lecture: Result['lectures'][number] }) {
  return (
    <TextLink
      to={pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug', {
        slugOrPurchaseId: examId,
        lectureSlug: lecture.slug,
      })}
    >
      {lecture.name}
    </TextLink>
  )
}
