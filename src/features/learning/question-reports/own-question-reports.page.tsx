import { useState } from 'react'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { formatDate } from '#shared/dates.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { Time, useLanguage } from '#web/shell/time.tsx'
import { framedMeta, getView, type PageHandle } from '#web/shell/framed-page.ts'
import { SelectField } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingBlock } from '#web/ui/loading-block.tsx'
import type { Route } from './+types/own-question-reports.page.ts'
import type { QuestionReport, listQuestionReports, listReportablePapers } from './question-reports.contract.ts'
import { questionReportActions } from './ui/question-report-actions.ts'
import { QuestionReportSection } from './ui/question-report-section.tsx'

export const handle: PageHandle = { title: 'Question reports' }
export const meta = framedMeta

export const clientLoader = memberLoader(async ({ request: { signal } }: Route.ClientLoaderArgs) => {
  const [contests, papers] = await Promise.all([
    call<typeof listQuestionReports>('GET /Academy/api/account/contests/', { signal }),
    call<typeof listReportablePapers>('GET /Academy/api/account/contests/papers/', { signal }),
  ])
  return { contests, papers }
})

export const clientAction = defineActions(questionReportActions)

export function HydrateFallback() {
  return <LoadingBlock className="h-60" />
}

export default function OwnQuestionReportsPage({ loaderData }: Route.ComponentProps) {
  const { contests, papers } = getView(loaderData)
  return (
    <>
      {contests.length === 0 ? (
        <EmptyState icon="mail" title="You haven’t reported a question yet">
          {papers.length === 0 && <p className="text-sm text-muted">You can report one after you submit an exam.</p>}
        </EmptyState>
      ) : (
        <ul className="flex list-none flex-col gap-4">
          {contests.map((report) => (
            <li key={report.id} className="rounded-card border border-line bg-surface p-5 sm:p-6">
              <OwnQuestionReport report={report} />
            </li>
          ))}
        </ul>
      )}
      {papers.length > 0 && <ReportFromPaper papers={papers} />}
    </>
  )
}

/** A form for members who return after looking up a source, when the exam result is no longer shown. */
function ReportFromPaper({ papers }: { papers: EndpointReply<typeof listReportablePapers> }) {
  const [chosen, choose] = useState(papers[0]?.paper)
  const language = useLanguage()
  const paper = papers.find((each) => each.paper === chosen)
  return (
    paper && (
      <div className="mt-12">
        <QuestionReportSection
          {...paper}
          choice={
            papers.length > 1 && (
              <div className="mb-4">
                <SelectField
                  label="Exam"
                  value={paper.paper}
                  options={papers.map((each) => ({
                    value: each.paper,
                    label: `${each.course_name}, ${formatDate(each.handed_in_on, language)}`,
                  }))}
                  onChange={choose}
                />
              </div>
            )
          }
        />
      </div>
    )
  )
}

function OwnQuestionReport({ report }: { report: QuestionReport }) {
  const { course_name: courseName, question, reason, source, sent_on: sentOn, answer } = report
  return (
    <>
      <p className="text-sm text-muted">{courseName}</p>
      <h2 className="mb-3 font-sans text-base font-semibold tracking-normal text-pretty wrap-anywhere">{question}</h2>
      <p className="text-sm text-muted">
        Reported on <Time at={sentOn} />
      </p>
      <p className="max-w-text whitespace-pre-line wrap-anywhere">{reason}</p>
      {source && <p className="max-w-text text-sm wrap-anywhere text-muted">Your source: {source}</p>}
      <div className="mt-4 border-t border-line pt-4">
        {answer === null ? (
          <p className="text-sm text-muted">Under review. We’ll email you and post the answer here.</p>
        ) : (
          <>
            <p className="text-sm text-muted">
              Answered on <Time at={answer.on} />
            </p>
            <p className="font-semibold">
              {answer.outcome === 'upheld' ? 'You were right. We accepted your report.' : 'The question won’t change.'}
            </p>
            <p className="max-w-text whitespace-pre-line wrap-anywhere">{answer.words}</p>
          </>
        )}
      </div>
    </>
  )
}
