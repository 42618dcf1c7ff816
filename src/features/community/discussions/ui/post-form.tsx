import { type ReactNode, useEffect, useRef } from 'react'
import { PhiWarning } from '#features/foundation/phi-check/ui/phi-warning.tsx'
import { usePhiCheck } from '#features/foundation/phi-check/ui/use-phi-check.ts'
import { useMuteMessage } from '#features/community/muting/ui/use-mute-message.ts'
import { ActionError, describeError, UNREACHABLE } from '#web/client/actions.ts'
import { type Action, useAction } from '#web/client/use-action.ts'
import { prepareToSend, useSavedDraft } from '#web/client/member-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { discussionActions, PostInput } from './discussion-actions.ts'
import { useEscape } from './use-escape.ts'

type PostDraft = { id: string; sent: string; title: string; text: string }

type PostFormProps = {
  /** Identifies the form within this tab, for its saved draft. */
  place: string
  /** The form's accessible name. */
  name: string
  label: string
  send: string
  begin?: { title: string; text: string }
  hasTitle?: boolean
  hasFocus?: boolean
  /** Additional fields between title and text, with their errors. */
  children?: (errors: Readonly<Record<string, string>>) => ReactNode
  isTyped?: boolean
  /** The values of the additional fields, as part of the content. */
  about?: string
  /** Submits the form; resolves to undefined if the submission was rejected. */
  onSend: (action: Action<typeof discussionActions>, written: PostInput) => Promise<unknown>
  onCancel?: () => void
}

/** The form for writing or editing a question or reply. Never loses input, whatever happens to the submission. */
export function PostForm(props: PostFormProps) {
  const { place, name, label, send, begin, hasTitle = false, hasFocus = false, children } = props
  const { isTyped = false, about = '', onSend, onCancel } = props
  const [draft, keep] = useSavedDraft<PostDraft>(`discussion:${place}`, () => ({
    id: crypto.randomUUID(),
    sent: '',
    title: begin?.title ?? '',
    text: begin?.text ?? '',
  }))
  const form = useRef<HTMLFormElement>(null)
  const action = useAction<typeof discussionActions>({
    describe: (error) =>
      error instanceof ActionError ? undefined : `${describeError(error, UNREACHABLE)} What you typed is still here.`,
  })
  const phiCheck = usePhiCheck(action)
  const muted = useMuteMessage()
  useEffect(() => {
    if (!hasFocus) return
    const field = form.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [hasFocus])

  const submit = async () => {
    const { id, sent, title, text } = prepareToSend(draft, [draft.title, draft.text, about])
    keep({ id, sent, title, text })
    if (!(await onSend(action, { id, title, text, confirmed: phiCheck.confirmed.current }))) return
    phiCheck.forget()
    keep(undefined)
  }

  const leave =
    onCancel &&
    (() => {
      // Discards an unwanted edit; the draft of a new post is kept for later.
      if (begin) keep(undefined)
      onCancel()
    })
  const isAsItWas =
    !isTyped && (!hasTitle || draft.title === (begin?.title ?? '')) && draft.text === (begin?.text ?? '')
  useEscape(form, isAsItWas && !action.isBusy ? leave : undefined)

  return (
    <Form ref={form} aria-label={name} className="flex flex-col gap-5 print:hidden" onSubmit={submit}>
      {muted !== undefined && (
        <Notice>
          {muted}
          {draft.text !== '' && ' What you typed is still here.'}
        </Notice>
      )}
      {hasTitle && (
        <TextField
          label="Title"
          dir="auto"
          maxLength={200}
          value={draft.title}
          error={action.errors['title']}
          onChange={({ currentTarget }) => keep({ ...draft, title: currentTarget.value })}
        />
      )}
      {children?.(action.errors)}
      <TextArea
        label={label}
        hint="Don’t include patient names or identifying details. You can use **bold**, lists, and links."
        rows={5}
        dir="auto"
        maxLength={10_000}
        value={draft.text}
        error={action.errors['text']}
        onChange={({ currentTarget }) => keep({ ...draft, text: currentTarget.value })}
      />
      <PhiWarning
        phiCheck={phiCheck}
        onSend={() => form.current?.requestSubmit()}
        onEdit={() => form.current?.querySelector('textarea')?.focus()}
      />
      <ActionNotice action={action} />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          // The PHI prompt has its own primary button.
          variant={phiCheck.asks.length > 0 ? 'quiet' : 'primary'}
          busy={action.isBusy}
          disabled={muted !== undefined}
          className="max-sm:w-full"
        >
          {send}
        </Button>
        {leave && (
          <Button variant="quiet" className="max-sm:w-full" onClick={leave}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  )
}
