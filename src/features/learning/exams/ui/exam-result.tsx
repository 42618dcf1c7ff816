import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { QuestionReportSection } from '#features/learning/question-reports/ui/question-report-section.tsx'
import type { SubmittedPaper } from '#features/learning/question-reports/ui/saved-question-report.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { getOwnerPage } from '#shared/kinds.ts'
import { pageAddress } from '#shared/pages.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { submitScore } from '../exams.contract.ts'
import { MIN_PASSING_PERCENT } from '../exams.rules.ts'
import { Celebration } from './celebration.tsx'
import { CertificateNameForm } from './certificate-name-form.tsx'
import { AnimatedSeal } from './drawn-seal.tsx'
import type { examActions } from './exam-actions.ts'
import type { Name } from './name-fields.tsx'
import { RefundNote } from './refund-note.tsx'

type Result = EndpointReply<typeof submitScore>
type ExamResultProps = {
  examId: string
  result: Result
  /** The submitted attempt; undefined if the answers were not for an attempt. */
  asked: SubmittedPaper | undefined
  /** The certificate that the member already has. */
  certificate?: ReactNode
  onCertificateStored: () => void
}

const BUTTON = 'w-full sm:w-64'

export function ExamResult({ examId, result, asked, certificate, onCertificateStored }: ExamResultProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

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
          {result.passed ? <AnimatedSeal /> : <Icon name="book" className="size-8" />}
          {result.passed && <Celebration />}
        </span>
        {result.passed && <p className="font-serif text-2xl font-semibold text-study-ink">Congratulations!</p>}
        <p className={classes('mb-3 font-semibold text-balance', result.passed && 'text-study-ink')}>
          {result.message}
        </p>
        <p className="font-serif text-2xl text-balance">
          You scored {result.score} out of {result.total}
        </p>
        <p className="money mt-2 mb-4 text-lg text-muted">Average score: {result.percentage.toFixed(2)}%</p>
        <p className="text-sm text-muted">You can only request certificate if your average score is more than 80%</p>
        <p className="mb-2 text-sm font-semibold">You need 80% or higher.</p>
        <p className="mb-5 text-sm text-muted">Certificate will be sent to your E-mail</p>
        <div className="flex flex-col items-center gap-3">
          {result.waits_for_lectures ? (
            <ButtonLink to={getOwnerPage('course', examId)} variant="study" className={BUTTON}>
              Continue with the lectures
            </ButtonLink>
          ) : (
            result.percentage >= MIN_PASSING_PERCENT && (
              <>
                <CertificateButton examId={examId} onStored={onCertificateStored} />
                <RefundNote />
              </>
            )
          )}
          {!result.passed && (
            <ButtonLink to={getOwnerPage('course', examId)} variant="study" className={BUTTON}>
              Review lectures
            </ButtonLink>
          )}
          <Button variant={result.passed ? 'link' : 'quiet'} className={BUTTON} onClick={() => location.reload()}>
            Retake Exam
          </Button>
        </div>
      </section>
      {result.passed && certificate}
      {result.percentage >= MIN_PASSING_PERCENT && !result.waits_for_lectures && <EvaluationPrompt examId={examId} />}
      {result.passed ? (
        <Review examId={examId} result={result} />
      ) : (
        <LecturesToReview examId={examId} result={result} />
      )}
      {asked && <QuestionReportSection {...asked} />}
    </div>
  )
}

/** The evaluation may be filled in before or after requesting the certificate. */
function EvaluationPrompt({ examId }: { examId: string }) {
  return (
    <section aria-labelledby="evaluation" className="text-sm">
      <h2 id="evaluation" className="mb-2 text-xl">
        How was the course?
      </h2>
      <p className="text-pretty">
        <TextLink to={pageAddress('/Examination/:id/Evaluation', { id: examId })}>Rate the course</TextLink> (1 min) and
        check the name on your certificate.
      </p>
    </section>
  )
}

function CertificateButton({ examId, onStored }: { examId: string; onStored: () => void }) {
  const [whyNamed, setWhyNamed] = useState<string>()
  const action = useAction<typeof examActions>({
    unreachable: 'We couldn’t request your certificate. Try again.',
  })
  const navigate = useNavigate()

  const request = async (name?: Name) => {
    const requested = await action.submit('requestCertificate', examId, ...(name ? [name] : []))
    if (requested?.state === 'stored') onStored()
    if (requested?.state === 'steps-missing') await navigate(pageAddress('/Examination/:id/Evaluation', { id: examId }))
    if (requested?.state === 'name-missing') setWhyNamed(requested.why)
  }

  if (whyNamed !== undefined) return <CertificateNameForm why={whyNamed} action={action} onRequest={request} />
  return (
    <>
      <ActionNotice action={action} className="w-full text-left" />
      <Button variant="study" className={BUTTON} busy={action.isBusy} onClick={() => void request()}>
        {action.isBusy ? 'Requesting Certificate...' : 'Request Certificate'}
      </Button>
    </>
  )
}

/** Shown after a failed attempt: what to review. Names no question, because the next attempt might ask it again. */
function LecturesToReview({ examId, result: { lectures } }: { examId: string; result: Result }) {
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
                <LectureLink examId={examId} lecture={{ name, slug }} />
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

/** Shown after passing: every question with its correct answer and rationale. */
function Review({ examId, result: { review } }: { examId: string; result: Result }) {
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

function LectureLink({ examId, lecture }: { examId: string; lecture: Result['lectures'][number] }) {
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

function Answer({ is, isRight, text }: { is: string; isRight: boolean; text: string }) {
  return (
    <p>
      <strong className={classes('font-semibold', isRight && 'text-study-ink')}>{is}</strong> {text}
    </p>
  )
}
