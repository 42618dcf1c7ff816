import { useState } from 'react'
import { ExamQuestions } from '#features/learning/exams/ui/exam-questions.tsx'
import { ExamResultView, RESULT_BUTTON_CLASS } from '#features/learning/exams/ui/exam-result-view.tsx'
import { ExaminationFrame } from '#features/learning/exams/ui/examination-frame.tsx'
import type { openTrialExam } from '#features/learning/exams/trial-exams.contract.ts'
import type { CourseLinks } from '#features/catalog/courses/ui/course-links.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { ApiError } from '#web/client/api.ts'
import { UNREACHABLE } from '#web/client/actions.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { trialExamActions } from './trial-exam-actions.ts'

type TrialExamProps = { id: string; exam: EndpointReply<typeof openTrialExam>; links: CourseLinks }

/** The exam of a draft as a learner takes it. Nothing is stored, neither on the server nor in the browser. */
export function TrialExam({ id, exam, links }: TrialExamProps) {
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const action = useAction<typeof trialExamActions>({ describe: describeChange, unreachable: UNREACHABLE })
  const result = action.result('submitTrialExam')
  const back = <BackLink to={links.course}>Back to the lectures</BackLink>
  if (result)
    return (
      <ExaminationFrame title={exam.title} back={back}>
        <ExamResultView
          result={result}
          isIssued={false}
          links={links}
          onRetake={() => location.reload()}
          certificate={result.passed && <NoCertificate />}
        />
      </ExaminationFrame>
    )
  return (
    <ExamQuestions
      title={exam.title}
      back={back}
      firstAttempt={exam.first_attempt}
      questions={exam.questions}
      saved={{
        answers,
        isSaved: false,
        stoppedAt: undefined,
        choose: (question, option) => setAnswers({ ...answers, [question]: option }),
        stopAt: () => undefined,
      }}
      onSubmit={(given) => void action.submit('submitTrialExam', id, given)}
      isSending={action.isBusy}
      problem={action.status?.text}
    />
  )
}

function NoCertificate() {
  return (
    <>
      <div inert className="w-full sm:w-auto">
        <Button variant="study" className={RESULT_BUTTON_CLASS}>
          Request Certificate
        </Button>
      </div>
      <p className="text-sm font-semibold">This is a trial. No certificate can be requested here.</p>
    </>
  )
}

function describeChange(error: unknown): string | undefined {
  const hasChanged = error instanceof ApiError && error.status === 400
  return hasChanged ? 'The draft changed after you opened this trial. Reload the page to start again.' : undefined
}
