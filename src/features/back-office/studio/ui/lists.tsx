import type { ReactNode } from 'react'

export function EmptyList() {
  return <p className="text-sm text-muted">None.</p>
}

export function ItemList<Item>({
  lines,
  keyOf,
  children,
}: {
  lines: Item[]
  /** Items may have equal keys. */
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}) {
  if (lines.length === 0) return <EmptyList />
  return (
    <ul className="flex flex-col">
      {lines.map((line, place) => (
        <li key={`${keyOf(line)} ${place}`} className="border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
          {children(line)}
        </li>
      ))}
    </ul>
  )
}

export function ItemText({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <p className="font-medium text-pretty">{text}</p>
      <p className="text-sm text-muted">{children}</p>
    </>
  )
}
