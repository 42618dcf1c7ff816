import type { ComponentProps } from 'react'
import { SelectField } from '#web/ui/field.tsx'

export function FilterSelect<Value extends string>(props: ComponentProps<typeof SelectField<Value>>) {
  return (
    <div className="min-w-0 flex-1 basis-32 sm:max-w-80 sm:basis-44">
      <SelectField {...props} />
    </div>
  )
}
