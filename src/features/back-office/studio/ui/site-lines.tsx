import { TextArea, TextField } from '#web/ui/field.tsx'

export type Line<Key extends string> = { key: Key; label: string; hint?: string; isLong?: boolean; type?: string }

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
  return lines.map(({ key, label, hint, isLong, type }) => {
    const given = {
      label,
      hint,
      value: values[key],
      error: wrong[group + key],
      autoComplete: 'off',
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [key]: currentTarget.value }),
    }
    return isLong ? (
      <TextArea key={key} rows={3} {...given} />
    ) : (
      <TextField key={key} {...given} type={type ?? 'text'} />
    )
  })
}
