import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { SubmittedPaper } from './saved-question-report.ts'

// Loaded on demand, because it is rarely needed, and never before the result.
const QuestionReportForm = lazy(async () => ({
  default: (await import('./question-report-form.tsx')).QuestionReportForm,
}))

/**
 * Lets members report a question that is wrong; `choice` selects the attempt if there are several. Lists all questions
 * of the attempt alike, without revealing which were missed.
 */
export function QuestionReportSection({ paper, questions, choice }: SubmittedPaper & { choice?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby="contest" className="text-sm print:hidden">
      <h2 id="contest" className="mb-2 text-xl">
        Is there a problem with a question?
      </h2>
      {isOpen ? (
        <Suspense fallback={<Spinner />}>
          {choice}
          <QuestionReportForm key={paper} paper={paper} questions={questions} />
        </Suspense>
      ) : (
        <>
          <p className="mb-3 max-w-text text-pretty text-muted">
            Report it and we’ll review it. If the correct answer changes, we’ll regrade every exam with that question.
            You can also report it later from your account.
          </p>
          <Button variant="quiet" onClick={() => setOpen(true)}>
            Report a question
          </Button>
        </>
      )}
    </section>
  )
}
