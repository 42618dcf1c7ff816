import type { Reader } from '#shared/typed-input.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { TypedField } from '#web/ui/typed-field.tsx'

export type Line<Key extends string> = {
  key: Key
  label: string
  hint?: string
  isLong?: boolean
  type?: string
  /** For a text that may be typed in several ways. */
  read?: Reader
}

type SiteLinesProps<Key extends string> = {
  lines: readonly Line<Key>[]
  values: Readonly<Record<Key, string>>
  wrong: Readonly<Record<string, string>>
  /** The key of the group that contains the lines, followed by a dot. */
  group?: string
  onChange: (part: Record<string, string>) => void
}

/** Text fields for keys with a single text. */
export function SiteLines<Key extends string>({ lines, values, wrong, group = '', onChange }: SiteLinesProps<Key>) {
  return lines.map(({ key, label, hint, isLong, type = 'text', read }) => {
    const given = {
      label,
      hint,
      value: values[key],
      error: wrong[group + key],
      autoComplete: 'off',
    }
    if (read)
      return (
        <TypedField key={key} {...given} type={type} read={read} onChange={(value) => onChange({ [key]: value })} />
      )
    const Field = isLong ? TextArea : TextField
    return (
      <Field
        key={key}
        {...given}
        {...(isLong ? { grows: true } : { type })}
        onChange={({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [key]: currentTarget.value })}
      />
    )
  })
}
