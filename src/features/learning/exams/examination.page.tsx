import { pageAddress } from '#shared/pages.ts'
import { type ComponentProps, type ReactNode, useState } from 'react'
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
import { classes } from '#web/ui/classes.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { NotFound } from '#web/shell/error-pages.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { storedToken, useIsSignedIn } from '#web/client/session.ts'
import { Time } from '#web/shell/time.tsx'
import { useAction } from '#web/client/use-action.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { readExam } from './exams.contract.ts'
import { BeforeFirstAttempt } from './ui/before-first-attempt.tsx'
import { ClosedExamMessage, parseClosedExam } from './ui/closed-exam.tsx'
import { examActions } from './ui/exam-actions.ts'
import { CertificateAndNext } from './ui/certificate-and-next.tsx'
import { ExaminationFrame } from './ui/examination-frame.tsx'
import { ExamResult } from './ui/exam-result.tsx'
import { endRetake, fetchPassedExam, isRetaking, type PassedExam } from './ui/passed-exam.ts'
import { QuestionCard, QuestionSkeleton } from './ui/question-card.tsx'
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
        <ExaminationFrame id={id} title={title}>
          <QuestionSkeleton />
        </ExaminationFrame>
      )}
      missing={<NotFound {...(isSignedIn && { action: <MemberLinks /> })} />}
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
            <ExaminationFrame id={id} title={title}>
              <EarlierResult examId={id} passed={passed} issued={issued} />
            </ExaminationFrame>
          )
        if ('opensAt' in exam)
          return (
            <ExaminationFrame id={id} title={title}>
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
  const { answers, isSaved, stoppedAt, choose, stopAt, forget } = useSavedAnswers(examId, paper)
  // A saved answer might no longer be among the options.
  const chosen = questions.map(({ id, options }) => options.find((option) => option === answers[id]))
  const [index, setIndex] = useState(() => getFirstIndex(questions, { chosen, stoppedAt }))
  const [movedBy, setMovedBy] = useState<'step' | 'list'>()
  const [isGap, setGap] = useState(false)
  const action = useAction<typeof examActions>({ describe: describeNextStep })
  const result = action.result('submitExam')

  if (result)
    return (
      <ExaminationFrame id={examId} title={title}>
        <ExamResult
          examId={examId}
          result={result}
          asked={paper === null ? undefined : { paper, questions }}
          issued={issued}
        />
      </ExaminationFrame>
    )

  const question = questions[index]
  if (!question) return null
  const isLast = index === questions.length - 1

  const open = (to: number, by: 'step' | 'list') => {
    setIndex(to)
    setMovedBy(by)
    setGap(false)
    const opened = questions[to]
    if (opened) stopAt(opened.id)
  }

  const submit = async () => {
    const gap = chosen.indexOf(undefined)
    if (gap !== -1) {
      open(gap, 'list')
      setGap(true)
      return
    }
    const counted = await action.submit('submitExam', {
      exam_id: examId,
      score: 0,
      total: questions.length,
      ...(paper !== null && { paper }),
      answers: questions.map(({ id }, at) => ({ question_id: id, answer: chosen[at] ?? '' })),
    })
    if (!counted) return
    forget()
    endRetake(examId)
  }

  return (
    <ExaminationFrame
      id={examId}
      title={title}
      aside={
        firstAttempt && (
          // On phones, shown only with the first question.
          <div className={classes('md:self-end', index > 0 && 'max-md:hidden')}>
            <BeforeFirstAttempt {...firstAttempt} />
          </div>
        )
      }
    >
      {children}
      <QuestionCard
        // Keyed by question, so that each question has its own focus and choice.
        key={question.id}
        question={question}
        number={index + 1}
        answered={chosen.map((answer) => answer !== undefined)}
        isSaved={isSaved}
        chosen={chosen[index]}
        movedBy={movedBy}
        onChoose={(option) => {
          setGap(false)
          choose(question.id, option)
        }}
        onOpen={(number) => open(number - 1, 'list')}
        onPrevious={() => open(index - 1, 'step')}
        onNext={() => (isLast ? void submit() : open(index + 1, 'step'))}
        isSending={action.isBusy}
        problem={isGap ? 'Answer this question before you submit.' : action.status?.text}
      />
    </ExaminationFrame>
  )
}

type ExamQuestions = EndpointReply<typeof readExam>['questions']

/** The question where the learner stopped; otherwise the first one without an answer. */
function getFirstIndex(
  questions: ExamQuestions,
  { chosen, stoppedAt }: { chosen: readonly (string | undefined)[]; stoppedAt: string | undefined },
): number {
  const stopped = questions.findIndex(({ id }) => id === stoppedAt)
  return stopped === -1 ? Math.max(0, chosen.indexOf(undefined)) : stopped
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
