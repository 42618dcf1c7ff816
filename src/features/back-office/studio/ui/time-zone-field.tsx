import { lazy, Suspense } from 'react'
import { readTimeZone } from '#shared/time-zones.ts'
import { TypedField } from '#web/ui/typed-field.tsx'
import type { TimeZoneFieldProps } from './time-zone-list.tsx'

// Loaded apart from the page, whose scripts every first visit lists. Without the list, time zones can be typed.
const TimeZoneList = lazy(() =>
  import('./time-zone-list.tsx').catch((error: unknown) => {
    console.error(error)
    return { default: TypedTimeZone }
  }),
)

/** A time zone, typed in any usual way or chosen from a list. */
export function TimeZoneField(field: TimeZoneFieldProps) {
  return (
    <Suspense fallback={<TypedTimeZone {...field} />}>
      <TimeZoneList {...field} />
    </Suspense>
  )
}

function TypedTimeZone(field: TimeZoneFieldProps) {
  return <TypedField {...field} read={readTimeZone} spellCheck={false} />
}
