import { Link } from 'react-router'

const LINK =
  'inline-flex min-h-11 items-center rounded-control border border-edge bg-surface px-5 py-2 text-sm font-semibold text-link hover:bg-wash'

type CursorLinksProps = {
  /** Query strings such as `?after=…`; null on the first page. */
  first: string | null
  /** Null on the last page. */
  next: string | null
}

/** Pagination for lists without page numbers. */
export function CursorLinks({ first, next }: CursorLinksProps) {
  if (first === null && next === null) return null
  return (
    <nav aria-label="Pages" className="mt-6 flex justify-center gap-3">
      {first !== null && (
        <Link to={first} className={LINK}>
          First page
        </Link>
      )}
      {next !== null && (
        <Link to={next} className={LINK}>
          Next page
        </Link>
      )}
    </nav>
  )
}
