import { type ReactNode, useEffect, useRef } from 'react'
import { type Actions, describeError, UNREACHABLE } from '#web/client/actions.ts'
import { type Action, useAction } from '#web/client/use-action.ts'
import { useSavedDraft } from '#web/client/member-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { MAX_REASON_LENGTH } from '../discussions.rules.ts'
import { useEscape } from './use-escape.ts'

type ReasonFormProps<Table extends Actions> = {
  /** Identifies the form within this tab, for its saved draft. */
  place: string
  /** The form's accessible name. */
  name: string
  label: string
  hint: string
  send: string
  /** Runs the page's loaders again after success. */
  reloads?: boolean
  /** Additional fields above the reason. */
  children?: ReactNode
  /** Submits the form; resolves to undefined if the submission was rejected. */
  onSend: (action: Action<Table>, reason: string) => Promise<unknown>
  onCancel: () => void
}

/** Asks for the reason for an action on a post or author. Replaces the button that opened it and never loses input. */
export function ReasonForm<Table extends Actions>(props: ReasonFormProps<Table>) {
  const { place, name, label, hint, send, reloads = false, children, onSend, onCancel } = props
  const [{ reason }, keep] = useSavedDraft(`reason:${place}`, () => ({ reason: '' }))
  const action = useAction<Table>({
    reloads,
    describe: (error) => `${describeError(error, UNREACHABLE)}${reason === '' ? '' : ' What you typed is still here.'}`,
  })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, textarea')?.focus(), [])
  useEscape(form, reason === '' && !action.isBusy ? onCancel : undefined)
  const submit = async () => {
    if (await onSend(action, reason)) keep(undefined)
  }
  return (
    <Form ref={form} aria-label={name} className="flex max-w-text flex-col gap-4 print:hidden" onSubmit={submit}>
      {children}
      <TextArea
        label={label}
        hint={hint}
        rows={3}
        dir="auto"
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        error={action.errors['reason']}
        onChange={({ currentTarget }) => keep({ reason: currentTarget.value })}
      />
      <ActionNotice action={action} fields={['reason']} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={action.isBusy} className="max-sm:w-full">
          {send}
        </Button>
        <Button variant="quiet" className="max-sm:w-full" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
