import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import { type AddressBefore, listPageAddress } from '#shared/pages.ts'

// How many pages before and after the current one are linked directly.
const NEAR = 1

const LINK =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control px-3 text-sm font-semibold text-link hover:bg-wash aria-[current=page]:bg-bar aria-[current=page]:text-white'

/** Pagination links; nothing if the list has a single page. */
export function PageLinks({ list, page, pages }: { list: AddressBefore<'page'>; page: number; pages: number }) {
  if (pages === 1) return null
  return (
    <nav aria-label="Pages" className="mt-12 flex justify-center">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        {page > 1 && (
          <li>
            <Link to={listPageAddress(list, page - 1)} rel="prev" prefetch="intent" className={LINK}>
              <Icon name="arrow" className="rotate-180" />
              Previous
            </Link>
          </li>
        )}
        {getVisiblePages(page, pages).map((each, index, all) => (
          <li key={each} className="flex items-center">
            {each - (all[index - 1] ?? 0) > 1 && (
              <span aria-hidden="true" className="px-1 text-muted">
                …
              </span>
            )}
            <Link
              to={listPageAddress(list, each)}
              aria-label={`Page ${each}`}
              aria-current={each === page ? 'page' : undefined}
              className={LINK}
            >
              {each}
            </Link>
          </li>
        ))}
        {page < pages && (
          <li>
            <Link to={listPageAddress(list, page + 1)} rel="next" prefetch="intent" className={LINK}>
              Next
              <Icon name="arrow" />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}

/** The first page, the last page, and those near the current one. */
function getVisiblePages(page: number, pages: number): number[] {
  return Array.from({ length: pages }, (_, index) => index + 1).filter(
    (each) => each === 1 || each === pages || Math.abs(each - page) <= NEAR,
  )
}
