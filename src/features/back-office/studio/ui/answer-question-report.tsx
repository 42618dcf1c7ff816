import { useEffect, useId, useRef, useState } from 'react'
import { Time } from '#web/shell/time.tsx'
import type { readQuestionReport } from '../question-reports.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { questionReportActions } from './question-report-actions.ts'
import { useWarnOnLeaving } from './use-warn-on-leaving.ts'

type QuestionReport = EndpointReply<typeof readQuestionReport>
type Outcome = NonNullable<QuestionReport['answered']>['outcome']

const CHOICES: readonly { value: Outcome; says: string }[] = [
  { value: 'upheld', says: 'Accepted: the question needs a correction' },
  { value: 'declined', says: 'Declined: the question stays as is' },
]

export function AnswerQuestionReport({ report }: { report: QuestionReport }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [wasOpen] = useState(report.answered === null)
  const isDone = wasOpen && report.answered !== null
  // The form and the button that had the focus no longer exist, so the heading gets the focus.
  useEffect(() => {
    if (isDone) heading.current?.focus()
  }, [isDone])
  return (
    <section aria-labelledby="answer" className="flex flex-col gap-4">
      <h2 ref={heading} id="answer" tabIndex={-1} className="text-xl outline-none">
        {isDone ? 'Answered. We’re emailing your answer to the member.' : report.answered ? 'Answer' : 'Your answer'}
      </h2>
      {report.answered ? (
        <ReportAnswer answered={report.answered} />
      ) : report.may_answer ? (
        <AnswerForm id={report.id} />
      ) : (
        <p className="text-muted">You reported this question. Ask another staff member to answer it.</p>
      )}
    </section>
  )
}

function ReportAnswer({
  answered: { outcome, words, date, by },
}: {
  answered: NonNullable<QuestionReport['answered']>
}) {
  return (
    <div>
      <p className="font-semibold">{outcome === 'upheld' ? 'Accepted' : 'Declined'}</p>
      <p className="mb-2 text-sm text-muted">
        by {by}, <Time at={date} />
      </p>
      <p className="max-w-text whitespace-pre-line wrap-anywhere">{words}</p>
      {outcome === 'upheld' && (
        <div className="mt-4">
          <Notice>
            If another option is correct, mark it in the editor and publish. You can then regrade all attempts. Members
            who now pass get their certificate, or an email with the remaining steps.
          </Notice>
        </div>
      )}
    </div>
  )
}

function AnswerForm({ id }: { id: string }) {
  const name = useId()
  const [outcome, setOutcome] = useState<Outcome>()
  const [words, setWords] = useState('')
  const action = useAction<typeof questionReportActions>({ reloads: true })
  const { errors } = action
  useWarnOnLeaving(words !== '')
  return (
    <Form
      aria-label="Answer"
      className="flex max-w-text flex-col gap-4"
      onSubmit={() => action.submit('answer', id, { outcome, words })}
    >
      <fieldset
        role="radiogroup"
        aria-invalid={errors['outcome'] ? true : undefined}
        className="flex flex-col"
        aria-describedby={errors['outcome'] ? `${name}-error` : undefined}
      >
        <legend className="mb-1 text-sm font-semibold">Decision</legend>
        {CHOICES.map(({ value, says }) => (
          <label key={value} className="flex min-h-11 items-center gap-3 py-1.5 leading-snug">
            <input
              type="radio"
              name={name}
              checked={outcome === value}
              onChange={() => {
                setOutcome(value)
                action.clearError('outcome')
              }}
              className="size-5 shrink-0 accent-bar"
            />
            {says}
          </label>
        ))}
        {errors['outcome'] && (
          <p id={`${name}-error`} role="alert" className="mt-1 text-sm font-medium text-danger">
            {errors['outcome']}
          </p>
        )}
      </fieldset>
      <TextArea
        label="Message to the member"
        hint="Sent by email exactly as you write it."
        rows={5}
        maxLength={2_000}
        value={words}
        error={errors['words']}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <ActionNotice action={action} />
      <div>
        <Button type="submit" busy={action.isBusy}>
          Send answer
        </Button>
      </div>
    </Form>
  )
}
