import { useState } from 'react'
import { ApiError, call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { getFieldMessages } from '#features/people/accounts/ui/form-errors.ts'
import type { changeName } from '#features/people/own-account/own-account.contract.ts'
import { NAME_FIELDS, NameFields, type NameMistakes, formatPrintedName, PrintedName } from './name-fields.tsx'

type CertificateNameFormProps = { problem: string | undefined; isWorking: boolean; onSaved: () => Promise<void> }

/** Asks for the name before the first certificate is issued and previews it as printed. */
export function CertificateNameForm({ problem, isWorking, onSaved }: CertificateNameFormProps) {
  const [name, setName] = useState({ first_name: '', last_name: '', credentials_after_name: '' })
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [mistakes, setMistakes] = useState<NameMistakes>({})

  const save = async () => {
    setSaving(true)
    setRefusal(undefined)
    setMistakes({})
    try {
      await call<typeof changeName>('POST /Academy/api/account/name/', { body: name })
      await onSaved()
    } catch (error) {
      setMistakes(Object.fromEntries(getFieldMessages(error, NAME_FIELDS)))
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
      <NameFields name={name} mistakes={mistakes} onChange={setName} />
      <PrintedName name={name} />
      <Button
        type="submit"
        variant="study"
        className="w-full self-center sm:w-64"
        busy={isSaving || isWorking}
        disabled={formatPrintedName(name) === ''}
      >
        {isSaving || isWorking ? 'Requesting Certificate...' : 'Request Certificate'}
      </Button>
    </form>
  )
}
