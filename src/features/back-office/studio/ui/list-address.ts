import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { formatFilters, type ListFilters, type ListName, parseFilters } from './list-filters.ts'
import { saveSearchText } from './search-text.ts'

export type Sort = ListFilters<'orders'>['sort']

/** 'the newest first' */
export const SORT_NAMES: Readonly<Record<Sort, string>> = { newest: 'the newest first', oldest: 'the oldest first' }

/** A list's filters in its address, so that Back, reloading, and sharing keep them. */
export type ListAddress<Name extends ListName = ListName> = ReturnType<typeof useListAddress<Name>>

export function useListAddress<Name extends ListName>(list: Name) {
  const location = useLocation()
  const { location: coming } = useNavigation()
  const [, setSearch] = useSearchParams()
  const isLoading = coming?.pathname === location.pathname
  // Shown as chosen before its list is there.
  const filters = parseFilters(list, new URLSearchParams((isLoading ? coming : location).search))
  const set = (part: object) =>
    setSearch(formatFilters(list, { ...filters, after: null, ...part }), { preventScrollReset: true })
  return {
    filters,
    isLoading,
    /** Starts again at the first page. */
    change: (part: Partial<ListFilters<Name>>) => set(part),
    setSort: (sort: Sort) => set({ sort }),
    search: (text: string) => set({ search: saveSearchText(text) }),
    clear: () => setSearch({}, { preventScrollReset: true }),
    /** The page that begins after this item; null for the first. */
    pageAfter: (after: string | null) => `?${formatFilters(list, { ...filters, after }).toString()}`,
    /** Whether anything narrows the list. */
    isFiltered: formatFilters(list, { ...filters, after: null, sort: null }).size > 0,
  }
}
