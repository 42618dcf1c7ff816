import { useEffect, useState } from 'react'
import { isDay } from '#shared/iso-dates.ts'
import { readDate } from '#shared/typed-dates.ts'
import { formatReason } from '#shared/typed-input.ts'
import { DateField } from '#web/ui/date-field.tsx'
import type { DateRange } from './days.ts'
import { useTyped } from './use-typed.ts'

type DateFiltersProps = DateRange & { onChange: (changed: Partial<DateRange>) => void }

export function DateFilters({ since, until, onChange }: DateFiltersProps) {
  return (
    <div className="flex min-w-0 flex-1 basis-72 gap-4 sm:basis-96">
      <DateFilter label="From" day={since} onChange={(day) => onChange({ since: day })} />
      <DateFilter label="To" day={until} onChange={(day) => onChange({ until: day })} />
    </div>
  )
}

type DateFilterProps = { label: string; day: string | null; onChange: (day: string | null) => void }

/** While a date is typed, its beginning may be a date, too, so the list waits for a pause. */
const PAUSE_MS = 500

/** Applies a date after a pause in typing, or when the field is left. */
function DateFilter({ label, day, onChange }: DateFilterProps) {
  const [value, setValue] = useTyped(day ?? '')
  const [isLeft, setLeft] = useState(false)
  const isReady = (value === '' || isDay(value)) && value !== (day ?? '')
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => onChange(value || null), isLeft ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isReady, value, isLeft, onChange])
  const reading = isLeft && value !== '' ? readDate(value) : undefined
  return (
    <div className="min-w-0 flex-1">
      <DateField
        label={label}
        value={value}
        error={reading && 'reason' in reading ? formatReason(reading.reason) : undefined}
        onChange={(typed) => {
          setLeft(false)
          setValue(typed)
        }}
        onBlur={() => setLeft(true)}
      />
    </div>
  )
}
