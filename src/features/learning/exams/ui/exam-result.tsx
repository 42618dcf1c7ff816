import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { QuestionReportSection } from '#features/learning/question-reports/ui/question-report-section.tsx'
import type { SubmittedPaper } from '#features/learning/question-reports/ui/saved-question-report.ts'
import { getCourseLinks } from '#features/catalog/courses/ui/course-links.ts'
import { withMessage } from '#web/client/navigation-state.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { pageAddress } from '#shared/pages.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { submitScore } from '../exams.contract.ts'
import { MIN_PASSING_PERCENT } from '../exams.rules.ts'
import { CERTIFICATE_REQUESTED_MESSAGE } from './certificate-requested.ts'
import { CertificateNameForm } from './certificate-name-form.tsx'
import type { examActions } from './exam-actions.ts'
import { ExamResultView, RESULT_BUTTON_CLASS } from './exam-result-view.tsx'
import type { Name } from './name-fields.tsx'
import { startRetake } from './passed-exam.ts'
import { RefundNote } from './refund-note.tsx'

type ExamResultProps = {
  examId: string
  result: EndpointReply<typeof submitScore>
  /** The submitted attempt; undefined if the answers were not for an attempt. */
  asked: SubmittedPaper | undefined
  /** The day when the member passed, if that was on an earlier visit. */
  passedOn?: string
  /** The certificate that the member already has. */
  issued?: { id: string; card: ReactNode } | undefined
}

export function ExamResult({ examId, result, asked, passedOn, issued }: ExamResultProps) {
  const links = getCourseLinks(examId)
  const isEnough = result.percentage >= MIN_PASSING_PERCENT
  return (
    <ExamResultView
      result={result}
      passedOn={passedOn}
      isIssued={issued !== undefined}
      links={links}
      onRetake={() => startRetake(examId)}
      certificate={
        result.waits_for_lectures ? (
          <ButtonLink to={links.course} variant="study" className={RESULT_BUTTON_CLASS}>
            Continue with the lectures
          </ButtonLink>
        ) : !isEnough ? null : issued ? (
          <ButtonLink
            to={pageAddress('/Certificate/:id', { id: issued.id })}
            variant="study-later"
            className={RESULT_BUTTON_CLASS}
          >
            View your certificate
          </ButtonLink>
        ) : (
          <>
            <CertificateButton examId={examId} />
            <RefundNote />
          </>
        )
      }
      more={
        <>
          {result.passed && issued?.card}
          {isEnough && !result.waits_for_lectures && <EvaluationPrompt examId={examId} />}
        </>
      }
    >
      {asked && <QuestionReportSection {...asked} />}
    </ExamResultView>
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
      <Button variant="study" className={RESULT_BUTTON_CLASS} busy={action.isBusy} onClick={() => void request()}>
        {action.isBusy ? 'Requesting Certificate...' : 'Request Certificate'}
      </Button>
    </>
  )
}
