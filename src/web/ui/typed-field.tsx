import { type ComponentProps, useId } from 'react'
import { TextField } from './field.tsx'
import { type TypedValue, useTypedText } from './use-typed-text.ts'

export type TypedFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & TypedValue

/** A field for an amount, a date, and the like. Below it, it shows how what was typed is understood. */
export function TypedField({ value, read, format, onChange, ...field }: TypedFieldProps) {
  const id = useId()
  const { text, understood, type } = useTypedText({ value, read, format, onChange })
  return (
    <div>
      <TextField
        autoComplete="off"
        {...field}
        aria-describedby={id}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <Understood id={id} text={understood} />
    </div>
  )
}

/** Always present, so that screen readers announce its text. */
export function Understood({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} aria-live="polite" className="text-sm text-muted not-empty:mt-1">
      {text}
    </p>
  )
}
