import type { PersonField } from '#features/commerce/access/enrollment-file.contract.ts'
import { SelectField } from '#web/ui/field.tsx'
import { readSaved, save } from '#web/client/member-storage.ts'
import type { EnrollmentReply } from './enrollment-outcome.tsx'

type Columns = EnrollmentReply['columns']
export type ChosenFields = (PersonField | null)[]

const NOT_USED = ''

const OPTIONS: { value: PersonField | typeof NOT_USED; label: string }[] = [
  { value: NOT_USED, label: 'Not used' },
  { value: 'email', label: 'Email' },
  { value: 'first_name', label: 'First name' },
  { value: 'last_name', label: 'Last name' },
  { value: 'full_name', label: 'Full name' },
  { value: 'credentials', label: 'Credentials' },
]

const KEY = 'file-columns'
/** Only the latest choices are kept. */
const MAX_SAVED = 20

type Saved = { names: string[]; fields: ChosenFields }[]

const readAll = () => (readSaved(KEY, 'browser') ?? []) as Saved
const hasNames = (columns: Columns) => {
  const names = JSON.stringify(columns.map(({ name }) => name))
  return (saved: Saved[number]) => JSON.stringify(saved.names) === names
}

/** What was chosen for an earlier file with the same columns; undefined if it is what the server chose, too. */
export function readChosenFields(columns: Columns): ChosenFields | undefined {
  if (columns.every(({ name }) => name === '')) return undefined
  const fields = readAll().find(hasNames(columns))?.fields
  return fields?.some((field, index) => field !== columns[index]?.field) ? fields : undefined
}

function saveChosenFields(columns: Columns, fields: ChosenFields): void {
  const others = readAll().filter((saved) => !hasNames(columns)(saved))
  const names = columns.map(({ name }) => name)
  save(KEY, [{ names, fields }, ...others].slice(0, MAX_SAVED), 'browser')
}

type FileColumnsProps = { columns: Columns; onChange: (fields: ChosenFields) => void }

/** What each column of the file is used for. A choice is remembered for later files with the same columns. */
export function FileColumns({ columns, onChange }: FileColumnsProps) {
  const choose = (changed: number, field: PersonField | null) => {
    const fields = columns.map((column, index) => {
      if (index === changed) return field
      // Each field has one column.
      return column.field === field ? null : column.field
    })
    saveChosenFields(columns, fields)
    onChange(fields)
  }
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Columns</legend>
      <p className="mb-3 text-sm text-muted">Check what each column contains. We remember your choice.</p>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ name, sample, field }, index) => (
          <SelectField
            key={index}
            label={name || `Column ${index + 1}`}
            hint={sample === '' ? 'Empty' : `First value: ${sample}`}
            value={field ?? NOT_USED}
            options={OPTIONS}
            onChange={(chosen) => choose(index, chosen || null)}
          />
        ))}
      </div>
    </fieldset>
  )
}
