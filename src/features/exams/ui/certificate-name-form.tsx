import { useState } from 'react'
import { ApiError, call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { printedName } from '#shared/printed-name.ts'
import { fieldMessages } from '#features/accounts/ui/failure.ts'
import type { changeName } from '#features/accounts/accounts.contract.ts'

const FIELDS = ['first_name', 'last_name', 'credentials_after_name'] as const
type Mistakes = Partial<Record<(typeof FIELDS)[number], string>>

type CertificateNameFormProps = { problem: string | undefined; isWorking: boolean; onSaved: () => Promise<void> }

/** Asks for the name on the certificate and shows it as it will be printed, before the first one is issued. */
export function CertificateNameForm({ problem, isWorking, onSaved }: CertificateNameFormProps) {
  const [name, setName] = useState({ first_name: '', last_name: '', credentials_after_name: '' })
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const printed = printedName({
    firstName: name.first_name,
    lastName: name.last_name,
    credentialsAfterName: name.credentials_after_name,
  })
  const field = (key: keyof typeof name) => ({
    value: name[key],
    error: mistakes[key],
    onChange: (event: { currentTarget: { value: string } }) => setName({ ...name, [key]: event.currentTarget.value }),
  })

  const save = async () => {
    setSaving(true)
    setRefusal(undefined)
    setMistakes({})
    try {
      await call<typeof changeName>('POST /Academy/api/account/name/', { body: name })
      await onSaved()
    } catch (error) {
      setMistakes(Object.fromEntries(fieldMessages(error, FIELDS)))
      setRefusal(error instanceof ApiError ? error.message : 'Your name could not be saved. Please try again.')
    } finally {
      setSaving(false)
    }
  }

  return (
    <form
      className="flex w-full flex-col gap-4 text-left"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Notice kind={refusal ? 'error' : 'info'}>
        {refusal ?? problem ?? 'Please tell us the name to print on your certificate.'}
      </Notice>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...field('first_name')} />
        <TextField label="Last name" autoComplete="family-name" {...field('last_name')} />
      </div>
      <TextField
        label="Credentials after your name"
        hint="Abbreviations, for example RN, BSN. Your certificate says that you stated them. You can leave this empty."
        autoComplete="honorific-suffix"
        {...field('credentials_after_name')}
      />
      <p className="rounded-card border border-line bg-wash px-4 py-3 text-center">
        <span className="block text-sm text-muted">As it will be printed</span>
        <span className="block font-serif text-lg font-semibold text-balance">{printed || '…'}</span>
      </p>
      <Button
        type="submit"
        variant="study"
        className="w-full self-center sm:w-64"
        busy={isSaving || isWorking}
        disabled={printed === ''}
      >
        {isSaving || isWorking ? 'Requesting Certificate...' : 'Request Certificate'}
      </Button>
    </form>
  )
}
