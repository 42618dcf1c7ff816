import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CursorLinks } from '#web/ui/cursor-links.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { FilterSelect } from './filter-select.tsx'
import type { ListAddress, Sort } from './list-address.ts'
import { SearchForm } from './search-form.tsx'
import { SelectableList } from './selectable-list.tsx'

const SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
] as const

type ListPageProps<Item> = {
  address: Pick<ListAddress, 'clear' | 'isFiltered' | 'isLoading' | 'pageAfter' | 'search' | 'setSort'> & {
    filters: { after?: string | null; sort?: Sort; search?: string | null }
  }
  /** Search by text, which is not in the URL; `text` is the current search. */
  search?: { label: string; hint: string; text: string }
  /** The filters, each of which applies as soon as it is selected. */
  filters?: ReactNode
  /** Shown between the filters and the list. */
  children?: ReactNode
  items: readonly Item[]
  keyOf: (item: Item) => string
  row: (item: Item) => ReactNode
  /** Shows each item on a separate card. */
  isCards?: boolean
  /** The number of items and their order; empty for an empty list. */
  count: ReactNode
  /** A button that downloads exactly what is shown. */
  download?: ReactNode
  empty: { title: string; icon?: IconName; children?: ReactNode }
  /** The item after which the next page begins; null on the last page. */
  next: string | null
  /** Checkboxes, and actions for all checked items. */
  select?: { label: string; actions: (chosen: string[], clear: () => void) => ReactNode }
}

/**
 * The layout of every list in the studio: filters, sorting, and paging in the URL, a download, and a next step if it is
 * empty.
 */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { address, search, filters, children, items, keyOf, row, isCards = false, count, download, empty, next } = props
  const { filters: asked, clear, isLoading, isFiltered, pageAfter, setSort } = address
  const after = asked.after ?? null
  const status = useFocusOnChange(after, items.map(keyOf).join(' '))
  return (
    <>
      {search && (
        <SearchForm
          {...search}
          isBusy={isLoading}
          isUnknown={typeof asked.search === 'string' && search.text === ''}
          onSearch={address.search}
        />
      )}
      {(filters ?? asked.sort) && (
        <div className="mb-6 flex flex-wrap gap-x-4 gap-y-3">
          {filters}
          {asked.sort && <FilterSelect label="Sort by" value={asked.sort} options={SORTS} onChange={setSort} />}
        </div>
      )}
      {children}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p ref={status} tabIndex={-1} role="status" className="text-sm text-muted outline-none">
          {items.length > 0 && count}
        </p>
        {items.length > 0 && download}
      </div>
      {items.length === 0 ? (
        <EmptyState icon={empty.icon ?? 'file'} title={empty.title}>
          {empty.children}
          {after === null && isFiltered && (
            <Button variant="quiet" onClick={clear}>
              Clear filters
            </Button>
          )}
        </EmptyState>
      ) : props.select ? (
        <SelectableList items={items} keyOf={keyOf} row={row} {...props.select} />
      ) : (
        <ul
          className={
            isCards
              ? 'flex list-none flex-col gap-4'
              : 'flex list-none flex-col rounded-card border border-line bg-surface'
          }
        >
          {items.map((item) => (
            <li key={keyOf(item)} className={classes(!isCards && 'border-b border-line p-4 last:border-b-0 sm:px-6')}>
              {row(item)}
            </li>
          ))}
        </ul>
      )}
      <CursorLinks first={after === null ? null : pageAfter(null)} next={next === null ? null : pageAfter(next)} />
    </>
  )
}

/** Moves the focus to the top on a new page, or when the focused item has left the list. */
function useFocusOnChange(after: string | null, keys: string) {
  const status = useRef<HTMLParagraphElement>(null)
  const shown = useRef({ after, keys })
  useEffect(() => {
    const before = shown.current
    shown.current = { after, keys }
    const isLost = before.keys !== keys && document.activeElement === document.body
    if (before.after !== after || isLost) status.current?.focus({ preventScroll: true })
  }, [after, keys])
  return status
}
