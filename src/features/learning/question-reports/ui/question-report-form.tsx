import { useEffect, useRef } from 'react'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextArea } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { questionReportActions } from './question-report-actions.ts'
import { type SubmittedPaper, useSavedQuestionReport } from './saved-question-report.ts'

const MAX_REASON_LENGTH = 2_000
const MAX_SOURCE_LENGTH = 500

export function QuestionReportForm({ paper, questions }: SubmittedPaper) {
  const { typed, type, forget } = useSavedQuestionReport(paper)
  const action = useAction<typeof questionReportActions>({
    unreachable: 'We couldn’t reach the academy. What you typed is still here. Try again.',
  })
  const { errors } = action
  const which = useRef<HTMLSelectElement>(null)
  // The form replaces the button that opened it, so the focus moves into the form.
  useEffect(() => which.current?.focus(), [])

  const send = async () => {
    const { questionId, reason, source } = typed
    if (await action.submit('reportQuestion', { paper, question_id: questionId, reason, source })) forget()
  }
  const change = (field: string, part: Parameters<typeof type>[0]) => {
    action.clearError(field)
    type(part)
  }

  return (
    <Form
      aria-label="Report a question"
      className="flex flex-col gap-6 rounded-card border border-line bg-surface p-5 sm:p-8"
      onSubmit={send}
    >
      <SelectField
        ref={which}
        label="Which question?"
        value={typed.questionId}
        options={[
          { value: '', label: 'Choose a question' },
          ...questions.map(({ id, question }, at) => ({ value: id, label: `${at + 1}. ${question}` })),
        ]}
        error={errors['question_id']}
        onChange={(questionId) => change('question_id', { questionId })}
      />
      <TextArea
        label="What’s wrong?"
        hint="Don’t include patient names or identifying details."
        rows={4}
        maxLength={MAX_REASON_LENGTH}
        value={typed.reason}
        error={errors['reason']}
        onChange={({ currentTarget }) => change('reason', { reason: currentTarget.value })}
      />
      <TextArea
        label="Your source (optional)"
        hint="A citation, page, or link we can check."
        rows={2}
        maxLength={MAX_SOURCE_LENGTH}
        value={typed.source}
        error={errors['source']}
        onChange={({ currentTarget }) => change('source', { source: currentTarget.value })}
      />
      <div className="flex flex-col gap-4">
        <ActionNotice action={action} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button type="submit" className="w-full sm:w-auto" busy={action.isBusy}>
            Send
          </Button>
          <TextLink to="/Account/Contests/">Your question reports</TextLink>
        </div>
      </div>
    </Form>
  )
}
