import type { ReactNode, Ref } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'

/** The notes of a lecture, with times unless it is a text. The preview of a draft renders the same, without any notes. */
export function NotesSection({ isTimed = true, children }: { isTimed?: boolean; children: ReactNode }) {
  return (
    <section aria-labelledby="notes" className="mt-8 print:break-inside-avoid">
      <h2 id="notes" tabIndex={-1} className="mb-1 text-xl outline-none">
        My notes
      </h2>
      <p className="mb-4 text-sm text-muted">
        Only you can see these.{isTimed && ' Each note is linked to its place in the lecture.'}
      </p>
      {children}
    </section>
  )
}

type NoteFormProps = {
  /** Undefined until something is typed. */
  label: string | undefined
  field?: Ref<HTMLTextAreaElement>
  text: string
  error?: string | undefined
  onText: (text: string) => void
  onSave: () => unknown
  isSaving?: boolean
  children?: ReactNode
}

export function NoteForm({ label, field, text, error, onText, onSave, isSaving = false, children }: NoteFormProps) {
  return (
    <Form className="flex flex-col gap-3 print:hidden" onSubmit={onSave}>
      <TextArea
        label={label ?? 'Add a note here'}
        ref={field}
        rows={3}
        value={text}
        error={error}
        onChange={({ currentTarget: { value } }) => onText(value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="quiet" busy={isSaving} disabled={text.trim() === ''}>
          Save
        </Button>
        {children}
      </div>
    </Form>
  )
}
