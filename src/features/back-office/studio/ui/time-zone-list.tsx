import { Autocomplete } from '@base-ui/react/autocomplete'
import { useId } from 'react'
import { findTimeZones, readTimeZone, type TimeZoneOption } from '#shared/time-zones.ts'
import { classes } from '#web/ui/classes.ts'
import { FieldFrame } from '#web/ui/field.tsx'
import { Understood } from '#web/ui/typed-field.tsx'
import { useTypedText } from '#web/ui/use-typed-text.ts'

export type TimeZoneFieldProps = {
  label: string
  hint: string
  value: string
  error: string | undefined
  onChange: (zone: string) => void
}

/** A field with a list that is searched while typing. */
export default function TimeZoneList({ label, hint, value, error, onChange }: TimeZoneFieldProps) {
  const [id, understoodId] = [useId(), useId()]
  const { text, isEdited, understood, type } = useTypedText({ value, read: readTimeZone, onChange })
  return (
    <div>
      <FieldFrame id={id} label={label} hint={hint} error={error}>
        <Autocomplete.Root
          mode="none"
          openOnInputClick
          items={findTimeZones(isEdited ? text : '')}
          itemToStringValue={({ zone }: TimeZoneOption) => zone}
          value={text}
          onValueChange={type}
        >
          <Autocomplete.Input
            id={id}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={error ? true : undefined}
            aria-describedby={[error && `${id}-error`, `${id}-hint`, understoodId].filter(Boolean).join(' ')}
            className={classes(
              'block min-h-11 w-full rounded-control border bg-surface px-3 py-2 text-base text-ink',
              error ? 'border-danger' : 'border-edge',
            )}
          />
          <Autocomplete.Portal>
            <Autocomplete.Positioner sideOffset={4} className="z-50">
              <Autocomplete.Popup className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-control border border-line bg-surface p-1 text-ink shadow-lift empty:hidden">
                <Autocomplete.List aria-label="Time zones">
                  {({ zone, label }: TimeZoneOption) => (
                    <Autocomplete.Item
                      key={zone}
                      value={{ zone, label }}
                      className={({ highlighted }) =>
                        classes(
                          'flex min-h-11 items-center rounded-control px-3 py-2 text-sm',
                          highlighted && 'bg-wash',
                        )
                      }
                    >
                      {label}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      </FieldFrame>
      <Understood id={understoodId} text={understood} />
    </div>
  )
}
