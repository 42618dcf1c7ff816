import { useRef } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { UNREACHABLE } from '#web/client/actions.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { type Profession, PROFESSIONS, STATE_OPTIONS } from '../license-choices.contract.ts'
import type { listLicenses } from '../licenses.contract.ts'
import type { licenseActions } from './license-actions.ts'
import { useLicenseDraft } from './use-license-draft.ts'

type License = EndpointReply<typeof listLicenses>[number]

export function Licenses({ given, onChange }: { given: readonly License[]; onChange: (now: License[]) => void }) {
  const { typed, type, forget } = useLicenseDraft()
  const action = useAction<typeof licenseActions>({ unreachable: UNREACHABLE })
  const select = useRef<HTMLSelectElement>(null)

  const save = async () => {
    const added = await action.submit('addLicense', typed)
    if (!added) return
    forget()
    onChange(added.licenses)
  }
  const remove = async ({ id }: License) => {
    const removed = await action.submit('removeLicense', id)
    if (!removed) return
    select.current?.focus()
    onChange(removed.licenses)
  }

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
              <Button variant="quiet" disabled={action.isBusy} onClick={() => void remove(license)}>
                Remove<span className="sr-only"> {license.number}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Form className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5 sm:p-6" onSubmit={save}>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            ref={select}
            label="State"
            value={typed.state}
            error={action.errors['state']}
            options={[{ value: '', label: 'Choose' }, ...STATE_OPTIONS]}
            onChange={(state) => type({ state })}
          />
          <SelectField
            label="Profession"
            value={typed.profession}
            error={action.errors['profession']}
            options={Object.entries(PROFESSIONS).map(([value, label]) => ({ value: value as Profession, label }))}
            onChange={(profession) => type({ profession })}
          />
        </div>
        <TextField
          label="License number"
          autoComplete="off"
          value={typed.number}
          error={action.errors['number']}
          onChange={({ currentTarget }) => type({ number: currentTarget.value })}
        />
        <ActionNotice action={action} fields={['state', 'profession', 'number']} />
        <Button type="submit" variant="study" className="w-full sm:w-64" busy={action.isBusy}>
          Save license number
        </Button>
      </Form>
    </div>
  )
}
