import { type ReactNode, useEffect, useRef, useState } from 'react'
import { getFieldMessages, getErrorMessage } from '#features/people/accounts/ui/form-errors.ts'
import { useSavedDraft } from '#web/client/member-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { MAX_REASON_LENGTH } from '../discussions.rules.ts'
import { useEscape } from './use-escape.ts'

type ReasonFormProps = {
  /** Identifies the form in this tab for its saved draft. */
  place: string
  /** The form's accessible name. */
  name: string
  label: string
  hint: string
  send: string
  /** Additional fields above the reason. */
  children?: ReactNode
  /** Rejects with the error to show. */
  onSend: (reason: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the reason of an action on a post or author. Replaces the button that opened it and never loses input. */
export function ReasonForm(props: ReasonFormProps) {
  const { place, name, label, hint, send, children, onSend, onCancel } = props
  const [{ reason }, keep] = useSavedDraft(`reason:${place}`, () => ({ reason: '' }))
  const [mistake, setMistake] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, textarea')?.focus(), [])
  useEscape(form, reason === '' && !isSending ? onCancel : undefined)
  const submit = async () => {
    setSending(true)
    setMistake(undefined)
    setProblem(undefined)
    try {
      await onSend(reason)
      keep(undefined)
    } catch (error) {
      console.error(error)
      const [wrong] = getFieldMessages(error, ['reason'])
      if (wrong) {
        setMistake(wrong[1])
        form.current?.querySelector('textarea')?.focus()
      } else setProblem(`${getErrorMessage(error)}${reason === '' ? '' : ' What you typed is still here.'}`)
    } finally {
      setSending(false)
    }
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label={name}
      className="flex max-w-text flex-col gap-4 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void submit()
      }}
    >
      {children}
      <TextArea
        label={label}
        hint={hint}
        rows={3}
        dir="auto"
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        error={mistake}
        onChange={({ currentTarget }) => keep({ reason: currentTarget.value })}
      />
      {problem && <Notice kind="error">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSending} className="max-sm:w-full">
          {send}
        </Button>
        <Button variant="quiet" className="max-sm:w-full" onClick={onCancel}>
          Not now
        </Button>
      </div>
    </form>
  )
}
