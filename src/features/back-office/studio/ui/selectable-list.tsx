import { type ReactNode, useState } from 'react'

type SelectableListProps<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => string
  row: (item: Item) => ReactNode
  label: string
  actions: (chosen: string[], clear: () => void) => ReactNode
}

/** A list with checkboxes. An item that leaves the list is no longer checked. */
export function SelectableList<Item>({ items, keyOf, row, label, actions }: SelectableListProps<Item>) {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const keys = items.map(keyOf)
  const chosen = keys.filter((key) => checked.has(key))
  const all = chosen.length === keys.length
  return (
    <>
      <div className="rounded-card border border-line bg-surface">
        <label className="flex min-h-11 items-center gap-3 border-b border-line px-4 py-2 text-sm font-semibold sm:px-6">
          <input
            type="checkbox"
            checked={all}
            onChange={() => setChecked(new Set(all ? [] : keys))}
            className="size-5 shrink-0 accent-bar"
          />
          Select all
        </label>
        <ul aria-label={label}>
          {items.map((item) => {
            const key = keyOf(item)
            return (
              <li key={key} className="border-b border-line last:border-b-0">
                <label className="flex min-h-11 items-center gap-3 px-4 py-3 sm:px-6">
                  <input
                    type="checkbox"
                    checked={checked.has(key)}
                    onChange={() =>
                      setChecked(new Set(checked.has(key) ? chosen.filter((one) => one !== key) : [...chosen, key]))
                    }
                    className="size-5 shrink-0 accent-bar"
                  />
                  {row(item)}
                </label>
              </li>
            )
          })}
        </ul>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">{actions(chosen, () => setChecked(new Set()))}</div>
    </>
  )
}
