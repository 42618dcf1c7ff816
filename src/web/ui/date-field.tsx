import { useRef } from 'react'
import { formatDay } from '#shared/dates.ts'
import { isDay } from '#shared/iso-dates.ts'
import { formatTypedDate, readDate } from '#shared/typed-dates.ts'
import { classes } from './classes.ts'
import { TypedField, type TypedFieldProps } from './typed-field.tsx'

/** Reads a date; without a year, the closest to today. */
const readDateToday = (typed: string) => readDate(typed, formatDay(new Date(), undefined))

/** A date that can be typed in many ways, with a button for the device's own calendar. The value is as in '2026-11-27'. */
export function DateField({ value, className, onChange, ...field }: Omit<TypedFieldProps, 'read' | 'format'>) {
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <TypedField
      placeholder="MM/DD/YYYY"
      {...field}
      value={value}
      read={readDateToday}
      format={formatTypedDate}
      onChange={onChange}
      className={classes('pr-9 placeholder:text-sm', className)}
      action={
        <span className="relative -ml-13 flex-none">
          <button
            type="button"
            aria-label="Open calendar"
            onClick={() => calendar.current?.showPicker()}
            className="grid size-11 place-items-center rounded-control text-muted hover:text-ink"
          >
            <CalendarIcon />
          </button>
          <input
            ref={calendar}
            type="date"
            aria-hidden="true"
            tabIndex={-1}
            value={isDay(value) ? value : ''}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            className="pointer-events-none absolute inset-0 size-full opacity-0"
          />
        </span>
      }
    />
  )
}

/** Only in the studio, so it isn't among the icons that every page loads. */
function CalendarIcon() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      className="size-5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M4 4h12a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM3 8h14M7 2.5V5M13 2.5V5" />
    </svg>
  )
}
