import { useId } from 'react'
import { listTimeZones, readTimeZone } from '#shared/time-zones.ts'
import { TypedField } from '#web/ui/typed-field.tsx'

type TimeZoneFieldProps = {
  label: string
  hint: string
  value: string
  error: string | undefined
  onChange: (zone: string) => void
}

/** A time zone, typed in any usual way or chosen from the browser's list. */
export function TimeZoneField(field: TimeZoneFieldProps) {
  const id = useId()
  return (
    <>
      <TypedField {...field} read={readTimeZone} list={id} spellCheck={false} />
      <datalist id={id}>
        {listTimeZones().map(({ zone, label }) => (
          <option key={zone} value={zone}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  )
}
