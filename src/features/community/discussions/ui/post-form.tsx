import { type ReactNode, useEffect, useRef, useState } from 'react'
import { getFieldMessages, getErrorMessage } from '#features/people/accounts/ui/form-errors.ts'
import { PhiWarning } from '#features/foundation/phi-check/ui/phi-warning.tsx'
import { usePhiCheck } from '#features/foundation/phi-check/ui/use-phi-check.ts'
import { useMuteMessage } from '#features/community/muting/ui/use-mute-message.ts'
import { prepareToSend, useSavedDraft } from '#web/client/member-storage.ts'
import { sendOnce } from '#web/client/send-once.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useEscape } from './use-escape.ts'

/** The submission. A retry after a lost reply keeps its id and is stored once. */
export type PostInput = { id: string; sent: string; title: string; text: string }

type PostFormProps = {
  /** Identifies the form in this tab for its saved draft. */
  place: string
  /** The form's accessible name. */
  name: string
  label: string
  send: string
  begin?: { title: string; text: string }
  hasTitle?: boolean
  hasFocus?: boolean
  /** Additional fields between title and text. */
  children?: ReactNode
  /** Whether the additional fields are complete; marks invalid ones. */
  isComplete?: () => boolean
  isTyped?: boolean
  /** The additional fields' value, part of the submission. */
  about?: string
  onRefused?: (error: unknown) => void
  /** `isPhiConfirmed`: the author was asked about patient data and confirmed that there is none. */
  onSend: (written: PostInput, isPhiConfirmed: boolean) => Promise<void>
  onCancel?: () => void
}

const FIELDS = ['title', 'text'] as const
type Mistakes = Partial<Record<(typeof FIELDS)[number], string>>

/** The form for writing or editing a question or reply. Never loses input, whatever happens to the submission. */
export function PostForm(props: PostFormProps) {
  const { place, name, label, send, begin, hasTitle = false, hasFocus = false, children } = props
  const { isComplete, isTyped = false, about = '', onRefused, onSend, onCancel } = props
  const [draft, keep] = useSavedDraft<PostInput>(`discussion:${place}`, () => ({
    id: crypto.randomUUID(),
    sent: '',
    title: begin?.title ?? '',
    text: begin?.text ?? '',
  }))
  const form = useRef<HTMLFormElement>(null)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const phiCheck = usePhiCheck()
  const muted = useMuteMessage()
  useEffect(() => {
    if (!hasFocus) return
    const field = form.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [hasFocus])

  const show = (found: Mistakes, sentence: string) => {
    setMistakes(found)
    setProblem(sentence)
    // After the field is marked invalid.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const submit = async () => {
    const missing: Mistakes = {
      ...(hasTitle && draft.title.trim() === '' && { title: 'Please give it a title.' }),
      ...(draft.text.trim() === '' && { text: 'Please write something.' }),
    }
    const isMarked = isComplete?.() === false
    if (Object.keys(missing).length > 0) return show(missing, 'Something is still missing. It is marked above.')
    if (isMarked) return show({}, 'It is not sent yet. Please look at what is marked above.')
    setSending(true)
    setMistakes({})
    setProblem(undefined)
    try {
      const seen = await phiCheck.look(`${draft.title}\n${draft.text}`)
      if (!seen) return
      const written = prepareToSend(draft, [draft.title, draft.text, about])
      keep(written)
      await sendOnce(written.id, (id) => onSend({ ...written, id }, seen.isConfirmed))
      phiCheck.forget()
      keep(undefined)
    } catch (error) {
      console.error(error)
      onRefused?.(error)
      show(
        Object.fromEntries(getFieldMessages(error, FIELDS)),
        `${getErrorMessage(error)} What you typed is still here.`,
      )
    } finally {
      setSending(false)
    }
  }

  const leave =
    onCancel &&
    (() => {
      // Discards an unwanted edit; a new post's draft is kept for later.
      if (begin) keep(undefined)
      onCancel()
    })
  const isAsItWas =
    !isTyped && (!hasTitle || draft.title === (begin?.title ?? '')) && draft.text === (begin?.text ?? '')
  useEscape(form, isAsItWas && !isSending ? leave : undefined)

  return (
    <form
      ref={form}
      noValidate
      aria-label={name}
      className="flex flex-col gap-5 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void submit()
      }}
    >
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
          error={mistakes.title}
          onChange={({ currentTarget }) => keep({ ...draft, title: currentTarget.value })}
        />
      )}
      {children}
      <TextArea
        label={label}
        hint="Please name no patients. **Bold**, lists and links are shown as such."
        rows={5}
        dir="auto"
        maxLength={10_000}
        value={draft.text}
        error={mistakes.text}
        onChange={({ currentTarget }) => keep({ ...draft, text: currentTarget.value })}
      />
      <PhiWarning
        phiCheck={phiCheck}
        onSend={() => form.current?.requestSubmit()}
        onEdit={() => form.current?.querySelector('textarea')?.focus()}
      />
      {problem && <Notice kind="error">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          // The PHI prompt has its own primary button.
          variant={phiCheck.asks.length > 0 ? 'quiet' : 'primary'}
          busy={isSending}
          disabled={muted !== undefined}
          className="max-sm:w-full"
        >
          {send}
        </Button>
        {leave && (
          <Button variant="quiet" className="max-sm:w-full" onClick={leave}>
            {begin ? 'Leave it as it was' : 'Not now'}
          </Button>
        )}
      </div>
    </form>
  )
}
