import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { MoveButtons } from '#web/ui/move-buttons.tsx'

type EditableListProps<Item> = {
  items: Item[]
  called: (item: Item, place: number) => string
  /** What to add; nothing if there is nothing left to add. */
  empty: Item | undefined
  add: string
  canMove?: boolean
  onChange: (items: Item[]) => void
  children: (item: Item, place: number, change: (item: Item) => void) => ReactNode
}

/** Items that can be added, removed, and, with `canMove`, put in another order. */
export function EditableList<Item>({
  items,
  called,
  empty,
  add,
  canMove = false,
  onChange,
  children,
}: EditableListProps<Item>) {
  // With these keys, an upload stays with its item when another item is removed.
  const [keys, setKeys] = useState(() => items.map((_, place) => place))
  const [status, setStatus] = useState('')
  const next = useRef(items.length)
  const move = (place: number, by: -1 | 1) => {
    const item = items[place]
    if (item === undefined) return
    setKeys(swap(keys, place, place + by))
    onChange(swap(items, place, place + by))
    setStatus(`${called(item, place)} is now number ${place + by + 1} of ${items.length}.`)
  }
  return (
    <>
      {items.map((item, place) => (
        <div key={keys[place]} className="flex flex-col gap-3 border-b border-line pb-5">
          {children(item, place, (changed) => onChange(items.map((each, at) => (at === place ? changed : each))))}
          <div className="flex items-center justify-between">
            <Button
              variant="link"
              className="-ml-3"
              aria-label={`Remove ${called(item, place)}`}
              onClick={() => {
                setKeys(keys.filter((_, at) => at !== place))
                onChange(items.filter((_, at) => at !== place))
              }}
            >
              Remove
            </Button>
            {canMove && (
              <MoveButtons
                what={called(item, place)}
                index={place}
                of={items.length}
                onMove={(by) => move(place, by)}
              />
            )}
          </div>
        </div>
      ))}
      {canMove && (
        <p role="status" className="sr-only">
          {status}
        </p>
      )}
      {empty !== undefined && (
        <div>
          <Button
            variant="quiet"
            onClick={() => {
              setKeys([...keys, next.current++])
              onChange([...items, empty])
            }}
          >
            {add}
          </Button>
        </div>
      )}
    </>
  )
}

function swap<Item>(items: readonly Item[], one: number, other: number): Item[] {
  const swapped = [...items]
  const [first, second] = [items[one], items[other]]
  if (first !== undefined && second !== undefined) [swapped[one], swapped[other]] = [second, first]
  return swapped
}
