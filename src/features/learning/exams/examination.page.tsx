import { pageAddress } from '#shared/pages.ts'
import { type ComponentProps, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { questionReportActions } from '#features/learning/question-reports/ui/question-report-actions.ts'
import { certificateActions } from '#features/credentials/certificates/ui/certificate-actions.ts'
import { fetchOwnCertificates } from '#features/credentials/certificates/ui/fetch-own-certificates.ts'
import { findCourseCertificate } from '#features/credentials/certificates/ui/shareable-certificate.tsx'
import { defineActions, getFieldErrors } from '#web/client/actions.ts'
import { ApiError, call } from '#web/client/api.ts'
import { apiContext } from '#web/client/api-context.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { memberLoader, toPendingOrMissing } from '#web/client/load-state.ts'
import { Notice } from '#web/ui/notice.tsx'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { NotFound } from '#web/shell/error-pages.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { storedToken, useIsSignedIn } from '#web/client/session.ts'
import { Time } from '#web/shell/time.tsx'
import { useAction } from '#web/client/use-action.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { readExam } from './exams.contract.ts'
import { ClosedExamMessage, parseClosedExam } from './ui/closed-exam.tsx'
import { examActions } from './ui/exam-actions.ts'
import { CertificateAndNext } from './ui/certificate-and-next.tsx'
import { ExamQuestions } from './ui/exam-questions.tsx'
import { ExamBackLink, ExaminationFrame } from './ui/examination-frame.tsx'
import { ExamResult } from './ui/exam-result.tsx'
import { endRetake, fetchPassedExam, isRetaking, type PassedExam } from './ui/passed-exam.ts'
import { QuestionSkeleton } from './ui/question-card.tsx'
import { useSavedAnswers } from './ui/saved-answers.ts'
import type { Route } from './+types/examination.page.ts'
import '#web/ui/members.css'

export const meta: Route.MetaFunction = ({ loaderData, matches, params }) =>
  pageMeta(matches, {
    title: loaderData?.view?.title ?? 'Examination',
    ...(loaderData?.view && { path: pageAddress('/Examination/:id', { id: params.id }) }),
    isPersonal: true,
  })

/**
 * Checks whether the exam exists; the browser loads the questions. Members keep access to the exam of a course that is
 * no longer offered.
 */
export function loader({ context, params: { id } }: Route.LoaderArgs) {
  const reading = context.get(apiContext)<typeof readExam>('GET /Academy/api/course/examination/:id/', {
    params: { id },
  })
  return toPendingOrMissing(reading.then(({ title }) => ({ title })))
}

export const clientLoader = memberLoader(
  async ({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) => {
    const [passed, certificates] = await Promise.all([
      fetchPassedExam(id, signal),
      storedToken() === undefined ? undefined : fetchOwnCertificates(signal),
    ])
    // Opening the exam would start another attempt.
    if (passed && !isRetaking(id)) return { title: passed.title, passed, certificates, exam: undefined }
    const exam = await call<typeof readExam>('GET /Academy/api/course/examination/:id/', {
      params: { id },
      signal,
    }).catch(parseClosedExam)
    return { title: exam.title, passed, certificates, exam }
  },
  { isForEverybody: true, reasons: ['missing'] },
)

export const clientAction = defineActions(examActions, questionReportActions, certificateActions)

export default function ExaminationPage({ loaderData, params: { id } }: Route.ComponentProps) {
  const isSignedIn = useIsSignedIn()
  return (
    <LoadedPage
      loaded={loaderData}
      waiting={({ title }) => (
        <ExaminationFrame title={title} back={<ExamBackLink id={id} />}>
          <QuestionSkeleton />
        </ExaminationFrame>
      )}
      missing={
        <NotFound title="There is no exam here" {...(isSignedIn && { action: <MemberLinks /> })}>
          Some courses have no exam. You complete them by completing all lectures. If you expected an exam, check the
          address.
        </NotFound>
      }
      failed={<ExamUnavailable />}
    >
      {({ title, passed, certificates, exam }) => {
        const certificate = findCourseCertificate(certificates, id)
        const issued = certificate && {
          id: certificate.id,
          card: <CertificateAndNext courseId={id} owned={certificates} />,
        }
        if (!exam)
          return (
            <ExaminationFrame title={title} back={<ExamBackLink id={id} />}>
              <EarlierResult examId={id} passed={passed} issued={issued} />
            </ExaminationFrame>
          )
        if ('opensAt' in exam)
          return (
            <ExaminationFrame title={title} back={<ExamBackLink id={id} />}>
              {passed && <PassedNotice id={id} passedOn={passed.passed_on} />}
              <ClosedExamMessage id={id} closed={exam} />
            </ExaminationFrame>
          )
        if (exam.questions.length === 0) return <ExamUnavailable />
        return (
          <Examination key={id} examId={id} exam={exam} issued={issued}>
            {passed && <PassedNotice id={id} passedOn={passed.passed_on} />}
            {isSignedIn && exam.paper === null && (
              <Notice className="mb-6">
                Preview: sample questions only, not graded. To take the exam, enroll in the course.
              </Notice>
            )}
          </Examination>
        )
      }}
    </LoadedPage>
  )
}

function ExamUnavailable() {
  return (
    <div className="page-width pt-16">
      <h1 className="sr-only">Examination</h1>
      <EmptyState icon="file" title="We can’t load this exam right now.">
        <ButtonLink to="/MyAcademy/">Back to My Academy</ButtonLink>
      </EmptyState>
    </div>
  )
}

type Issued = ComponentProps<typeof ExamResult>['issued']
type EarlierResultProps = { examId: string; passed: PassedExam; issued: Issued }

function EarlierResult({ examId, passed, issued }: EarlierResultProps) {
  const { paper, questions, result, passed_on: passedOn } = passed
  const asked = paper === null ? undefined : { paper, questions }
  return <ExamResult examId={examId} result={result} asked={asked} passedOn={passedOn} issued={issued} />
}

/** Shown while the member retakes an exam that they have already passed. */
function PassedNotice({ id, passedOn }: { id: string; passedOn: string }) {
  const { revalidate, state } = useRevalidator()
  const showResult = () => {
    endRetake(id)
    void revalidate()
  }
  return (
    <Notice
      className="mb-6"
      action={
        <Button variant="quiet" busy={state === 'loading'} onClick={showResult}>
          View your result
        </Button>
      }
    >
      You passed this exam on <Time at={passedOn} />. Retaking it won’t change that.
    </Notice>
  )
}

function MemberLinks() {
  return (
    <>
      <ButtonLink to="/MyAcademy/">Go to My Academy</ButtonLink>
      <ButtonLink to="/" variant="quiet">
        Go to the home page
      </ButtonLink>
    </>
  )
}

type ExaminationProps = {
  examId: string
  exam: EndpointReply<typeof readExam>
  issued: Issued
  children: ReactNode
}

function Examination({ examId, exam, issued, children }: ExaminationProps) {
  const { title, paper, first_attempt: firstAttempt, questions } = exam
  const saved = useSavedAnswers(examId, paper)
  const action = useAction<typeof examActions>({ describe: describeNextStep })
  const result = action.result('submitExam')
  const back = <ExamBackLink id={examId} />

  if (result)
    return (
      <ExaminationFrame title={title} back={back}>
        <ExamResult
          examId={examId}
          result={result}
          asked={paper === null ? undefined : { paper, questions }}
          issued={issued}
        />
      </ExaminationFrame>
    )

  const submit = async (answers: { question_id: string; answer: string }[]) => {
    const counted = await action.submit('submitExam', {
      exam_id: examId,
      score: 0,
      total: questions.length,
      ...(paper !== null && { paper }),
      answers,
    })
    if (!counted) return
    saved.forget()
    endRetake(examId)
  }

  return (
    <ExamQuestions
      title={title}
      back={back}
      firstAttempt={firstAttempt}
      questions={questions}
      saved={saved}
      onSubmit={(answers) => void submit(answers)}
      isSending={action.isBusy}
      problem={action.status?.text}
    >
      {children}
    </ExamQuestions>
  )
}

function describeNextStep(error: unknown): string {
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 401) return 'Please log in to submit your exam. Your answers are saved in this browser.'
  if (status === 404) return 'Enroll in this course to submit its exam. Your answers are saved in this browser.'
  const { paper: paperError } = getFieldErrors(error)
  if (paperError !== undefined) return paperError
  if (status === 400) return 'This exam changed after you opened it. Reload the page and check your answers.'
  if (status === 429 && error instanceof Error) return `${error.message} Your answers are saved in this browser.`
  return 'We couldn’t submit your exam. Your answers are saved. Please select “Submit” again.'
}
