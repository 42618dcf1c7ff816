import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { MoveButtons } from '#web/ui/move-buttons.tsx'

type ReorderableListProps<Item extends { id: string }> = {
  label: string
  items: readonly Item[]
  nameOf: (item: Item) => string
  /** Items need the whole width of a phone, so the buttons are below them there. */
  isWide?: boolean
  /** `after` is the ID of the previous item; null if the item is first. */
  onMove: (id: string, after: string | null) => void
  children: (item: Item, index: number) => ReactNode
}

/** A list that can be reordered, by drag and drop or with buttons, which announce the new position. */
export function ReorderableList<Item extends { id: string }>({
  label,
  items,
  nameOf,
  isWide = false,
  onMove,
  children,
}: ReorderableListProps<Item>) {
  const [status, setStatus] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const move = (index: number, by: -1 | 1) => {
    const item = items[index]
    if (!item) return
    const after = by === -1 ? items[index - 2] : items[index + 1]
    onMove(item.id, after?.id ?? null)
    setStatus(`${nameOf(item)} is now number ${index + by + 1} of ${items.length}.`)
  }
  useDragReorder(list, items, onMove)
  return (
    <>
      <ol ref={list} aria-label={label} className="flex flex-col">
        {items.map((item, index) => (
          <li
            key={item.id}
            data-item={item.id}
            className={classes(
              'flex min-h-11 items-center gap-1 border-t border-line first:border-t-0 data-[over=after]:shadow-[inset_0_-3px_0_var(--color-focus)] data-[over=before]:shadow-[inset_0_3px_0_var(--color-focus)]',
              isWide && 'max-sm:flex-wrap max-sm:justify-end',
            )}
          >
            <div className={classes('min-w-0 flex-1', isWide && 'max-sm:basis-full')}>{children(item, index)}</div>
            <MoveButtons what={nameOf(item)} index={index} of={items.length} onMove={(by) => move(index, by)} />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {status}
      </p>
    </>
  )
}

/** The drag-and-drop library loads after the list, so that the buttons don't wait for it. */
function useDragReorder<Item extends { id: string }>(
  list: React.RefObject<HTMLOListElement | null>,
  items: readonly Item[],
  onMove: (id: string, after: string | null) => void,
) {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    import('./drag-to-reorder.ts').then(
      ({ enableDragReorder: orderByMouse }) => {
        if (!isGone && list.current)
          stop = orderByMouse(
            list.current,
            items.map(({ id }) => id),
            onMove,
          )
      },
      (error: unknown) => console.error(error),
    )
    return () => {
      isGone = true
      stop?.()
    }
  })
}
