import { useState } from 'react'

/**
 * Loaded items, some of which an action has changed. The changed items stay in place until the next load replaces them.
 */
export function useReplaced<Item extends object>(loaded: readonly Item[]) {
  const [replaced, setReplaced] = useState<ReadonlyMap<Item, Item>>(new Map())
  return {
    items: loaded.map((item) => replaced.get(item) ?? item),
    replace: (change: (item: Item) => Item) =>
      setReplaced((before) => new Map(loaded.map((item) => [item, change(before.get(item) ?? item)]))),
  }
}
