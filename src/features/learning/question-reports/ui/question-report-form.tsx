import { useEffect, useRef, useState } from 'react'
import { getFieldMessages } from '#features/people/accounts/ui/form-errors.ts'
import { ApiError, call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { reportQuestion } from '../question-reports.contract.ts'
import { type SubmittedPaper, useSavedQuestionReport } from './saved-question-report.ts'

const FIELDS = ['question_id', 'reason', 'source'] as const
type Mistakes = Partial<Record<(typeof FIELDS)[number], string>>

const MAX_REASON_LENGTH = 2_000
const MAX_SOURCE_LENGTH = 500

export function QuestionReportForm({ paper, questions }: SubmittedPaper) {
  const { typed, type, forget } = useSavedQuestionReport(paper)
  const form = useRef<HTMLFormElement>(null)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [status, setStatus] = useState<{ kind: 'error' | 'success'; text: string }>()
  const [isSending, setSending] = useState(false)
  // It replaces the button that opened it.
  useEffect(() => form.current?.querySelector('select')?.focus(), [])

  const show = (found: Mistakes, text: string) => {
    setMistakes(found)
    setStatus({ kind: 'error', text })
    // After the field is marked invalid.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const send = async () => {
    const missing = findMissing(typed)
    if (Object.keys(missing).length > 0) return show(missing, 'Something is still missing. It is marked above.')
    setSending(true)
    setMistakes({})
    setStatus(undefined)
    try {
      const { questionId, reason, source } = typed
      const { message } = await call<typeof reportQuestion>('POST /Academy/api/course/examination/contest/', {
        body: { paper, question_id: questionId, reason, source },
      })
      forget()
      setStatus({ kind: 'success', text: message })
    } catch (error) {
      console.error(error)
      show(Object.fromEntries(getFieldMessages(error, FIELDS)), formatErrorSentence(error))
    } finally {
      setSending(false)
    }
  }
  const change = (field: keyof Mistakes, part: Parameters<typeof type>[0]) => {
    setMistakes({ ...mistakes, [field]: undefined })
    type(part)
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="About a question"
      className="flex flex-col gap-6 rounded-card border border-line bg-surface p-5 sm:p-8"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void send()
      }}
    >
      <SelectField
        label="Which question"
        value={typed.questionId}
        options={[
          { value: '', label: 'Please choose' },
          ...questions.map(({ id, question }, at) => ({ value: id, label: `${at + 1}. ${question}` })),
        ]}
        error={mistakes.question_id}
        onChange={(questionId) => change('question_id', { questionId })}
      />
      <TextArea
        label="What is wrong with it"
        hint="Please name no patients."
        rows={4}
        maxLength={MAX_REASON_LENGTH}
        value={typed.reason}
        error={mistakes.reason}
        onChange={({ currentTarget }) => change('reason', { reason: currentTarget.value })}
      />
      <TextArea
        label="Your source (optional)"
        hint="A rule, a page or a link, where we can read it up."
        rows={2}
        maxLength={MAX_SOURCE_LENGTH}
        value={typed.source}
        error={mistakes.source}
        onChange={({ currentTarget }) => change('source', { source: currentTarget.value })}
      />
      <div className="flex flex-col gap-4">
        {status && <Notice kind={status.kind}>{status.text}</Notice>}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button type="submit" className="w-full sm:w-auto" busy={isSending}>
            Send
          </Button>
          <TextLink to="/Account/Contests/">What you wrote to us before</TextLink>
        </div>
      </div>
    </form>
  )
}

function findMissing({ questionId, reason }: { questionId: string; reason: string }): Mistakes {
  return {
    ...(questionId === '' && { question_id: 'Please choose the question.' }),
    ...(reason.trim() === '' && { reason: 'Please say what is wrong.' }),
  }
}

function formatErrorSentence(error: unknown): string {
  return error instanceof ApiError
    ? error.message
    : 'The academy could not be reached. What you typed is kept here. Please try again.'
}
