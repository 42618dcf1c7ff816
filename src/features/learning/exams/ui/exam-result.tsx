import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { QuestionReportSection } from '#features/learning/question-reports/ui/question-report-section.tsx'
import type { SubmittedPaper } from '#features/learning/question-reports/ui/saved-question-report.ts'
import { withMessage } from '#web/client/navigation-state.ts'
import { useAction } from '#web/client/use-action.ts'
import { Time } from '#web/shell/time.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { getOwnerPage } from '#shared/kinds.ts'
import { pageAddress } from '#shared/pages.ts'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { submitScore } from '../exams.contract.ts'
import { MIN_PASSING_PERCENT } from '../exams.rules.ts'
import { Celebration } from './celebration.tsx'
import { CERTIFICATE_REQUESTED_MESSAGE } from './certificate-requested.ts'
import { CertificateNameForm } from './certificate-name-form.tsx'
import { AnimatedSeal } from './drawn-seal.tsx'
import { ExamReview, LectureLink } from './exam-review.tsx'
import type { examActions } from './exam-actions.ts'
import type { Name } from './name-fields.tsx'
import { startRetake } from './passed-exam.ts'
import { RefundNote } from './refund-note.tsx'

type Result = EndpointReply<typeof submitScore>
type ExamResultProps = {
  examId: string
  result: Result
  /** The submitted attempt; undefined if the answers were not for an attempt. */
  asked: SubmittedPaper | undefined
  /** The day when the member passed, if that was on an earlier visit. */
  passedOn?: string
  /** The certificate that the member already has. */
  issued?: { id: string; card: ReactNode } | undefined
}

const BUTTON = 'w-full sm:w-64'

export function ExamResult({ examId, result, asked, passedOn, issued }: ExamResultProps) {
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
        {!(result.passed && issued) && (
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
          {result.waits_for_lectures ? (
            <ButtonLink to={getOwnerPage('course', examId)} variant="study" className={BUTTON}>
              Continue with the lectures
            </ButtonLink>
          ) : result.percentage < MIN_PASSING_PERCENT ? null : issued ? (
            <ButtonLink
              to={pageAddress('/Certificate/:id', { id: issued.id })}
              variant="study-later"
              className={BUTTON}
            >
              View your certificate
            </ButtonLink>
          ) : (
            <>
              <CertificateButton examId={examId} />
              <RefundNote />
            </>
          )}
          {!result.passed && (
            <ButtonLink to={getOwnerPage('course', examId)} variant="study" className={BUTTON}>
              Review lectures
            </ButtonLink>
          )}
          <Button
            variant={result.passed && isNew ? 'link' : 'quiet'}
            className={BUTTON}
            onClick={() => startRetake(examId)}
          >
            Retake Exam
          </Button>
        </div>
      </section>
      {result.passed && issued?.card}
      {result.percentage >= MIN_PASSING_PERCENT && !result.waits_for_lectures && <EvaluationPrompt examId={examId} />}
      {result.passed ? (
        <ExamReview examId={examId} result={result} />
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

function CertificateButton({ examId }: { examId: string }) {
  const [refused, setRefused] = useState<{ why: string; stored: Name }>()
  const action = useAction<typeof examActions>({
    unreachable: 'We couldn’t request your certificate. Try again.',
  })
  const navigate = useNavigate()

  const request = async (name?: Name) => {
    const requested = await action.submit('requestCertificate', examId, ...(name ? [name] : []))
    if (requested?.state === 'stored')
      await navigate(pageAddress('/MyAcademy/'), withMessage(CERTIFICATE_REQUESTED_MESSAGE))
    if (requested?.state === 'steps-missing') await navigate(pageAddress('/Examination/:id/Evaluation', { id: examId }))
    if (requested?.state === 'name-missing') setRefused(requested)
  }

  if (refused) return <CertificateNameForm {...refused} action={action} onRequest={request} />
  return (
    <>
      <ActionNotice action={action} className="w-full text-left" />
      <Button variant="study" className={BUTTON} busy={action.isBusy} onClick={() => void request()}>
        {action.isBusy ? 'Requesting Certificate...' : 'Request Certificate'}
      </Button>
    </>
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
