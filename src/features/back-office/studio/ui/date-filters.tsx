import { isDay } from '#shared/iso-dates.ts'
import { TextField } from '#web/ui/field.tsx'
import type { DateRange } from './days.ts'
import { useTyped } from './use-typed.ts'

type DateFiltersProps = DateRange & { onChange: (changed: Partial<DateRange>) => void }

export function DateFilters({ since, until, onChange }: DateFiltersProps) {
  return (
    <div className="flex min-w-0 flex-1 basis-72 gap-4">
      <DateFilter label="From" day={since} onChange={(day) => onChange({ since: day })} />
      <DateFilter label="To" day={until} onChange={(day) => onChange({ until: day })} />
    </div>
  )
}

type DateFilterProps = { label: string; day: string | null; onChange: (day: string | null) => void }

function DateFilter({ label, day, onChange }: DateFilterProps) {
  const [typed, setTyped] = useTyped(day ?? '')
  return (
    <div className="min-w-0 flex-1">
      <TextField
        label={label}
        type="date"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          // While the year is typed, each digit produces a date, so dates before 1900 are ignored.
          if (value === '' || (isDay(value) && value >= '1900')) onChange(value || null)
        }}
      />
    </div>
  )
}
