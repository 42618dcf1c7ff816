type PagedList<Key extends string, Item> = { readonly [key in Key]: Item[] }

/** A list with what comes behind its last item below it, as `search` finds that; the list itself where it is empty. */
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
