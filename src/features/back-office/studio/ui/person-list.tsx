import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pageAddress } from '#shared/pages.ts'

export function PersonList({ children }: { children: ReactNode }) {
  return <ul className="flex flex-col rounded-card border border-line bg-surface">{children}</ul>
}

type PersonListItemProps = {
  title: string
  person: { id: string; name: string } | null
  /** Shown in place of a person without a page. */
  unknown: string
  children: ReactNode
}

export function PersonListItem({ title, person, unknown, children }: PersonListItemProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line p-4 last:border-b-0 sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold text-pretty">{title}</p>
        {person ? (
          <Link
            to={pageAddress('/Studio/People/:id', { id: person.id })}
            className="relative -my-1.5 block w-fit max-w-full py-1.5 text-sm wrap-anywhere text-link hover:underline"
          >
            {person.name}
          </Link>
        ) : (
          <p className="text-sm wrap-anywhere text-muted">{unknown}</p>
        )}
      </div>
      <p className="text-sm text-muted sm:text-right">{children}</p>
    </li>
  )
}
