import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

type SearchFormProps = {
  label: string
  hint: string
  value: string
  isBusy: boolean
  onChange: (value: string) => void
  onSearch: () => void
  children?: ReactNode
}

export function SearchForm({ label, hint, value, isBusy, onChange, onSearch, children }: SearchFormProps) {
  return (
    <form
      role="search"
      className="mb-6 flex flex-wrap items-end gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      <div className="min-w-0 flex-1 basis-72">
        <TextField
          label={label}
          hint={hint}
          type="search"
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          action={
            <Button type="submit" busy={isBusy}>
              Find
            </Button>
          }
        />
      </div>
      {children}
    </form>
  )
}
