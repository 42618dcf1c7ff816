import { useState } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { formatFilters, type ListFilters, type ListName, parseFilters } from './list-filters.ts'
import { saveSearchText } from './search-text.ts'

export type Sort = ListFilters<'orders'>['sort']

/** Describes the order: 'newest first'. */
export const SORT_NAMES: Readonly<Record<Sort, string>> = { newest: 'newest first', oldest: 'oldest first' }

/** In the URL of a list, opens the form above it, such as the one for a new coupon. */
export const OPEN_FORM = 'new'

/** Keeps a list's filters in the URL, so that they survive Back, reloads, and sharing. */
export type ListAddress<Name extends ListName = ListName> = ReturnType<typeof useListAddress<Name>>

export function useListAddress<Name extends ListName>(list: Name) {
  const location = useLocation()
  const navigation = useNavigation()
  const [, setSearch] = useSearchParams()
  const [chosen, setChosen] = useState<{ at: string; search: URLSearchParams }>()
  // The fields show a new choice at once; the URL changes when the list has loaded.
  const search = chosen?.at === location.key ? chosen.search : new URLSearchParams(location.search)
  const filters = parseFilters(list, search)
  const go = (next: URLSearchParams) => {
    setChosen({ at: location.key, search: next })
    setSearch(next, { preventScrollReset: true })
  }
  const set = (part: object) => go(formatFilters(list, { ...filters, after: null, ...part }))
  return {
    filters,
    opensForm: search.has(OPEN_FORM),
    isLoading: navigation.location?.pathname === location.pathname,
    /** Returns to the first page. */
    change: (part: Partial<ListFilters<Name>>) => set(part),
    setSort: (sort: Sort) => set({ sort }),
    search: (text: string) => set({ search: saveSearchText(text) }),
    clear: () => go(new URLSearchParams()),
    /** The page that begins after this item; null for the first page. */
    pageAfter: (after: string | null) => `?${formatFilters(list, { ...filters, after }).toString()}`,
    /** Whether any filter or search is active. */
    isFiltered: formatFilters(list, { ...filters, after: null, sort: null }).size > 0,
  }
}
