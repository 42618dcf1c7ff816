import { TextField } from '#web/ui/field.tsx'

type ReasonFieldProps = { why: string; error: string | undefined; hint?: string; onChange: (why: string) => void }

/** Why staff act. */
export function ReasonField({
  why,
  error,
  hint = 'Saved in the audit log with your name.',
  onChange,
}: ReasonFieldProps) {
  return (
    <TextField
      label="Reason"
      hint={hint}
      maxLength={500}
      autoComplete="off"
      value={why}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
