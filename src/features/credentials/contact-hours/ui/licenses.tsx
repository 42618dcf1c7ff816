import { useRef, useState } from 'react'
import { getFieldMessages, getErrorMessage } from '#features/people/accounts/ui/form-errors.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Profession, PROFESSIONS, STATES } from '../license-choices.contract.ts'
import type { addLicense, listLicenses, removeLicense } from '../licenses.contract.ts'
import { useLicenseDraft } from './use-license-draft.ts'

type License = EndpointReply<typeof listLicenses>[number]
type FieldErrors = Partial<Record<'state' | 'profession' | 'number', string>>

const FIELDS = ['state', 'profession', 'number'] as const

export function Licenses({ given, onChange }: { given: readonly License[]; onChange: (now: License[]) => void }) {
  const { typed, type, forget } = useLicenseDraft()
  const [mistakes, setMistakes] = useState<FieldErrors>({})
  const [status, setStatus] = useState<{ kind: 'success' | 'error'; text: string }>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const run = async (act: () => Promise<License[]>, done: string) => {
    setBusy(true)
    setStatus(undefined)
    setMistakes({})
    try {
      onChange(await act())
      setStatus({ kind: 'success', text: done })
    } catch (error) {
      console.error(error)
      setMistakes(Object.fromEntries(getFieldMessages(error, FIELDS)))
      setStatus({ kind: 'error', text: getErrorMessage(error) })
      // After the field is marked invalid.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    } finally {
      setBusy(false)
    }
  }
  const save = () =>
    run(async () => {
      const now = await call<typeof addLicense>('POST /Academy/api/account/licenses/', { body: typed })
      forget()
      return now
    }, 'Your license number is stored.')
  const remove = ({ id }: License) =>
    run(async () => {
      const now = await call<typeof removeLicense>('POST /Academy/api/account/licenses/:id/remove/', { params: { id } })
      form.current?.querySelector('select')?.focus()
      return now
    }, 'That license number is forgotten.')

  return (
    <div className="flex flex-col gap-6">
      {given.length > 0 && (
        <ul className="rounded-card border border-line bg-surface">
          {given.map((license) => (
            <li
              key={license.id}
              className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3 last:border-b-0"
            >
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{license.number}</span>
                <span className="block text-sm text-muted">
                  {PROFESSIONS[license.profession]}, {license.state}
                </span>
              </span>
              <Button variant="quiet" disabled={isBusy} onClick={() => void remove(license)}>
                Remove<span className="sr-only"> {license.number}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5 sm:p-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void save()
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="State"
            value={typed.state}
            error={mistakes.state}
            options={[{ value: '', label: 'Choose' }, ...STATES.map((code) => ({ value: code, label: code }))]}
            onChange={(state) => type({ state })}
          />
          <SelectField
            label="Profession"
            value={typed.profession}
            error={mistakes.profession}
            options={Object.entries(PROFESSIONS).map(([value, label]) => ({ value: value as Profession, label }))}
            onChange={(profession) => type({ profession })}
          />
        </div>
        <TextField
          label="License number"
          autoComplete="off"
          value={typed.number}
          error={mistakes.number}
          onChange={({ currentTarget }) => type({ number: currentTarget.value })}
        />
        {status && <Notice kind={status.kind}>{status.text}</Notice>}
        <Button type="submit" variant="study" className="w-full sm:w-64" busy={isBusy}>
          Save license number
        </Button>
      </form>
    </div>
  )
}
