import { useState } from 'react'
import type { Action } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import type { groupActions } from './group-actions.ts'

export type GroupText = { name: string; note: string }

type GroupFormProps = {
  label: string
  group: GroupText
  action: Action<typeof groupActions>
  onSave: (typed: GroupText) => Promise<unknown>
  onClose: () => void
}

export function GroupForm({ label, group, action, onSave, onClose }: GroupFormProps) {
  const [typed, setTyped] = useState(group)
  return (
    <Form
      aria-label={label}
      className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 sm:p-6"
      onSubmit={() => onSave(typed)}
    >
      <TextField
        label="Name"
        hint="For example, the hospital or class. Only staff see it."
        maxLength={100}
        autoComplete="off"
        value={typed.name}
        error={action.errors['name']}
        onChange={({ currentTarget: { value } }) => setTyped({ ...typed, name: value })}
      />
      <TextArea
        label="Note (optional)"
        hint="Only staff see it."
        rows={2}
        grows
        maxLength={1_000}
        value={typed.note}
        error={action.errors['note']}
        onChange={({ currentTarget: { value } }) => setTyped({ ...typed, note: value })}
      />
      {action.status?.kind === 'error' && <ActionNotice action={action} fields={['name', 'note']} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={action.isBusy}>
          {label}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
