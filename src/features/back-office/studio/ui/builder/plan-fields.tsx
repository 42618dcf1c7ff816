import { useId, useState } from 'react'
import type { Path } from '#shared/plan-changes.ts'
import type { Reader } from '#shared/typed-input.ts'
import { classes } from '#web/ui/classes.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { TypedField } from '#web/ui/typed-field.tsx'
import { MarkdownTextArea } from '../markdown-text-area.tsx'
import { usePlanField } from './draft-context.tsx'

type PlanFieldProps = { at: Path; label: string; hint?: string | undefined }

function formatHint(hint: string | undefined, isRequired: boolean): string | undefined {
  if (!isRequired) return hint
  return hint === undefined ? 'Required.' : `Required. ${hint}`
}

export function PlanTextField({
  at,
  label,
  hint,
  read,
  ...input
}: PlanFieldProps & { read?: Reader; inputMode?: 'decimal'; placeholder?: string }) {
  const { value, set, error, isRequired } = usePlanField<string>(at)
  const field = { ...input, label, hint: formatHint(hint, isRequired), error, value }
  return read ? (
    <TypedField {...field} read={read} onChange={set} />
  ) : (
    <TextField {...field} autoComplete="off" onChange={({ currentTarget }) => set(currentTarget.value)} />
  )
}

export function PlanDateField({ at, label, hint }: PlanFieldProps) {
  const { value, set, error } = usePlanField<string>(at)
  return <DateField label={label} hint={hint} error={error} value={value} onChange={set} />
}

export function PlanSelectField({
  at,
  label,
  hint,
  options,
}: PlanFieldProps & { options: readonly { value: string; label: string }[] }) {
  const { value, set, error } = usePlanField<string>(at)
  return <SelectField label={label} hint={hint} error={error} value={value} options={options} onChange={set} />
}

export function PlanTextArea({ at, label, hint, isMarkdown = false }: PlanFieldProps & { isMarkdown?: boolean }) {
  const { value, set, error, isRequired } = usePlanField<string>(at)
  const Input = isMarkdown ? MarkdownTextArea : TextArea
  return (
    <Input
      label={label}
      hint={formatHint(hint, isRequired)}
      error={error}
      grows
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}

const splitLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export function PlanListField({ at, label, hint }: PlanFieldProps) {
  const { value, set, error } = usePlanField<string[]>(at)
  // Keeps empty lines and spaces while the editor types; the plan has trimmed text.
  const [typed, setTyped] = useState(value.join('\n'))
  const shown = splitLines(typed).join('\n') === value.join('\n') ? typed : value.join('\n')
  return (
    <TextArea
      label={label}
      hint={hint}
      error={error}
      grows
      value={shown}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        set(splitLines(currentTarget.value))
      }}
    />
  )
}

export function PlanCheckbox({ at, label, hint }: PlanFieldProps) {
  const { value, set, error } = usePlanField<boolean>(at)
  const id = useId()
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={value}
          aria-describedby={id}
          onChange={({ currentTarget }) => set(currentTarget.checked)}
          className="size-6"
        />
        {label}
      </label>
      <p id={id} className={classes('text-sm', error ? 'font-medium text-danger' : 'text-muted')}>
        {error ?? hint}
      </p>
    </div>
  )
}
