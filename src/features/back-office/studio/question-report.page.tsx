import { Link } from 'react-router'
import { Time } from '#web/shell/time.tsx'
import type { readQuestionReport } from './question-reports.contract.ts'
import type { readQuestionStats } from '#features/learning/question-bank/question-bank.contract.ts'
import { QuestionStats } from '#features/learning/question-bank/ui/question-figures.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { classes } from '#web/ui/classes.ts'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/question-report.page.ts'
import { AnswerQuestionReport } from './ui/answer-question-report.tsx'
import { questionReportActions } from './ui/question-report-actions.ts'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

type QuestionReport = EndpointReply<typeof readQuestionReport>
type Versions = Parameters<typeof QuestionStats>[0]['versions']

const TITLE = 'Question report'

export const handle: StudioHandle = { title: TITLE }
export const meta = studioMeta

export const clientLoader = studioLoader(async ({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) => {
  const report = await call<typeof readQuestionReport>('GET /Academy/api/studio/contests/:id/', {
    params: { id },
    signal,
  })
  const { questions } = await call<typeof readQuestionStats>('GET /Academy/api/studio/products/:id/questions/', {
    params: { id: report.product },
    signal,
  })
  const versions = questions.find(({ key }) => key === report.key)?.versions ?? []
  return { report, versions: versions.filter(({ version }) => version === report.version) }
})

export const clientAction = defineActions(questionReportActions)

export default function QuestionReportPage({ loaderData }: Route.ComponentProps) {
  const { report, versions } = getView(loaderData)
  return (
    <>
      <BackLink to="/Studio/Contests/">Question reports</BackLink>
      <div className="mt-4 grid gap-8 lg:grid-cols-2">
        <AskedQuestion report={report} versions={versions} />
        <div className="flex flex-col gap-8">
          <ReportAnswer report={report} />
          <AnswerQuestionReport report={report} />
        </div>
      </div>
    </>
  )
}

function AskedQuestion({ report, versions }: { report: QuestionReport; versions: Versions }) {
  const { product, item, key, question, options, is_asked: isAsked, is_asked_so: isAskedSo, chosen } = report
  return (
    <section aria-labelledby="asked" className="flex flex-col gap-4">
      <h2 id="asked" className="text-xl">
        Question as the member saw it
      </h2>
      <div>
        <p className="text-sm text-muted">{item}</p>
        <p className="font-semibold text-pretty wrap-anywhere">{question}</p>
      </div>
      <ol className="flex list-none flex-col rounded-card border border-line bg-surface">
        {options.map((option, at) => (
          <Option key={option} text={option} isRight={at === report.answer} isChosen={option === chosen} />
        ))}
      </ol>
      {chosen === null && <p className="text-sm text-muted">The member didn’t answer.</p>}
      {!isAskedSo && (
        <p className="text-sm text-pretty">
          {isAsked
            ? 'This question or its answer key has changed since the exam.'
            : 'This question is no longer in the course.'}
        </p>
      )}
      <p>
        <Link
          to={`${pageAddress('/Studio/Catalogue/:id', { id: product })}?${new URLSearchParams({ part: 'examination', question: key })}`}
          className="relative -my-1.5 inline-block py-1.5 font-semibold text-link hover:underline"
        >
          Open in the editor
        </Link>
      </p>
      <QuestionStats versions={versions} />
    </section>
  )
}

function Option({ text, isRight, isChosen }: { text: string; isRight: boolean; isChosen: boolean }) {
  const marks = [isRight && 'correct according to the answer key', isChosen && 'the member’s answer']
    .filter(Boolean)
    .join(', ')
  return (
    <li className="border-b border-line px-4 py-3 last:border-b-0">
      <span className="wrap-anywhere">{text}</span>
      {marks && (
        <span className={classes('block text-sm font-semibold', isRight ? 'text-study-ink' : 'text-muted')}>
          {marks}
        </span>
      )}
    </li>
  )
}

function ReportAnswer({ report: { member, date, reason, source } }: { report: QuestionReport }) {
  return (
    <section aria-labelledby="said" className="flex flex-col gap-2">
      <h2 id="said" className="text-xl">
        The member’s report
      </h2>
      <p className="text-sm text-muted">
        {member && (
          <>
            <Link
              to={pageAddress('/Studio/People/:id', { id: member.id })}
              className="relative -my-1.5 inline-block py-1.5 wrap-anywhere text-link hover:underline"
            >
              {member.name}
            </Link>
            ,{' '}
          </>
        )}
        <Time at={date} />
      </p>
      <p className="max-w-text whitespace-pre-line wrap-anywhere">{reason}</p>
      <p className="max-w-text text-sm whitespace-pre-line wrap-anywhere text-muted">
        {source ? `Source: ${source}` : 'No source given.'}
      </p>
    </section>
  )
}
