import { formatCertificateName } from '#shared/printed-name.ts'
import { TextField } from '#web/ui/field.tsx'

export const NAME_FIELDS = ['first_name', 'last_name', 'credentials_after_name'] as const

export type Name = Record<(typeof NAME_FIELDS)[number], string>
export type NameMistakes = Partial<Name>

type NameFieldsProps = { name: Name; mistakes: NameMistakes; onChange: (name: Name) => void }

export function NameFields({ name, mistakes, onChange }: NameFieldsProps) {
  const field = (key: keyof Name) => ({
    value: name[key],
    error: mistakes[key],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...name, [key]: event.currentTarget.value }),
  })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...field('first_name')} />
        <TextField label="Last name" autoComplete="family-name" {...field('last_name')} />
      </div>
      <TextField
        label="Credentials after your name"
        hint="Optional. For example: RN, BSN. Your certificate notes that they are self-reported."
        autoComplete="honorific-suffix"
        {...field('credentials_after_name')}
      />
    </>
  )
}

export function formatPrintedName(name: Name): string {
  return formatCertificateName({
    firstName: name.first_name,
    lastName: name.last_name,
    credentialsAfterName: name.credentials_after_name,
  })
}

export function PrintedName({ name }: { name: Name }) {
  return (
    <p className="rounded-card border border-line bg-wash px-4 py-3 text-center">
      <span className="block text-sm text-muted">As printed on your certificate</span>
      <span className="block font-serif text-lg font-semibold text-balance wrap-anywhere">
        {formatPrintedName(name) || '…'}
      </span>
    </p>
  )
}
