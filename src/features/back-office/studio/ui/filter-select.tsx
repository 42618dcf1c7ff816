import type { ComponentProps } from 'react'
import { SelectField } from '#web/ui/field.tsx'

/** A field to choose in among the others by which a list is narrowed. */
export function FilterSelect(props: ComponentProps<typeof SelectField<string>>) {
  return (
    <div className="min-w-0 flex-1 basis-32 sm:basis-44">
      <SelectField {...props} />
    </div>
  )
}
