import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pageAddress } from '#shared/pages.ts'

type PersonListItemProps = {
  title: string
  person: { id: string; name: string } | null
  /** Shown instead of a link for a person without a page. */
  unknown: string
  children: ReactNode
}

export function PersonListItem({ title, person, unknown, children }: PersonListItemProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
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
    </div>
  )
}
