import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useTyped } from './use-typed.ts'

type SearchFormProps = {
  label: string
  hint: string
  /** The current search text. */
  text: string
  /** True if the URL was copied from another browser, so that this one doesn't have the search text. */
  isUnknown: boolean
  isBusy: boolean
  onSearch: (text: string) => void
}

export function SearchForm({ label, hint, text, isUnknown, isBusy, onSearch }: SearchFormProps) {
  const [typed, setTyped] = useTyped(text)
  return (
    <form
      role="search"
      className="mb-6"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed)
      }}
    >
      <TextField
        label={label}
        hint={isUnknown ? 'This link doesn’t include the search text. Enter it again to see the same list.' : hint}
        type="search"
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        action={
          <Button type="submit" busy={isBusy}>
            Search
          </Button>
        }
      />
    </form>
  )
}
