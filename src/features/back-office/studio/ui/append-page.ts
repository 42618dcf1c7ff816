type PagedList<Key extends string, Item> = { readonly [key in Key]: Item[] }

/** Appends the next page after the list's last item, using `search`; returns an empty list unchanged. */
export async function appendNextPage<Key extends string, Item, Found extends PagedList<Key, Item>>(
  found: Found & PagedList<Key, Item>,
  key: Key,
  search: (last: Item) => Promise<Found>,
): Promise<Found> {
  const last = found[key].at(-1)
  if (last === undefined) return found
  const more = await search(last)
  return { ...more, [key]: [...found[key], ...more[key]] }
}
