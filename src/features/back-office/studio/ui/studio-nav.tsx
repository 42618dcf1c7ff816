import type { MouseEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { classes } from '#web/ui/classes.ts'
import { type StudioArea, type StudioPage, getCurrentPage, getStudioAreas } from './studio-menu.ts'
import { useStaff } from './staff.ts'
import { type TodoCounts, useTodoCounts } from './todo-counts.ts'

const LINK = 'relative flex min-h-11 items-center justify-between gap-2 rounded-control px-3 text-sm hover:bg-wash'
const CURRENT =
  'before:absolute before:inset-y-2 before:left-0 aria-[current]:bg-wash aria-[current]:font-semibold aria-[current]:text-link aria-[current]:before:border-l-3'

/** The studio's areas, with the pages of the current one; in the drawer, with the pages of all. */
export function StudioNav({ isInDrawer = false }: { isInDrawer?: boolean }) {
  const role = useStaff()?.role
  const counts = useTodoCounts()
  return (
    <nav aria-label="Studio">
      <ul className="flex flex-col">
        {role &&
          getStudioAreas(role).map((area) => (
            <li key={area.label}>
              <Area area={area} isInDrawer={isInDrawer} counts={counts} />
            </li>
          ))}
      </ul>
    </nav>
  )
}

/** Closes the drawer even if the page does not change, because the page then asks about unsaved changes. */
function closeDrawer({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest('dialog')?.close()
}

type AreaProps = { area: StudioArea; isInDrawer: boolean; counts: TodoCounts | undefined }

function Area({ area: { label, pages }, isInDrawer, counts }: AreaProps) {
  const { pathname } = useLocation()
  const current = pages.map(({ to }) => getCurrentPage(to, pathname)).find((each) => each !== undefined)
  const [first] = pages
  if (!first) return null
  const isExpanded = first.label !== label && (current !== undefined || (isInDrawer && pages.length > 1))
  return (
    <>
      <Link
        to={first.to}
        onClick={closeDrawer}
        // If the area is expanded, the list below it marks the current page.
        aria-current={current && (isExpanded ? 'true' : current)}
        className={classes(LINK, 'font-semibold', !isExpanded && CURRENT)}
      >
        {label} {!isExpanded && <Count pages={pages} counts={counts} />}
      </Link>
      {isExpanded && (
        <ul className="mb-2 ml-3 flex flex-col border-l border-line pl-1">
          {pages.map((page) => (
            <li key={page.to}>
              <Link
                to={page.to}
                onClick={closeDrawer}
                aria-current={getCurrentPage(page.to, pathname)}
                className={classes(LINK, CURRENT)}
              >
                {page.label} <Count pages={[page]} counts={counts} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The server counts some things only up to this number. */
const MAX_SHOWN = 99

/** How many things there are to do on these pages; nothing if there are none. */
function Count({ pages, counts }: { pages: readonly StudioPage[]; counts: TodoCounts | undefined }) {
  const counted = pages.filter(({ count }) => count && (counts?.[count.of] ?? 0) > 0)
  const [first] = counted
  if (!first) return null
  const number = counted.reduce((sum, { count }) => sum + ((count && counts?.[count.of]) ?? 0), 0)
  const [one, many] = (counted.length === 1 && first.count?.words) || ['needs attention', 'need attention']
  const shown = number > MAX_SHOWN ? `${MAX_SHOWN}+` : String(number)
  return (
    <span className="rounded-full bg-sand px-2 text-xs font-semibold whitespace-nowrap">
      {shown}
      <span className="sr-only"> {number === 1 ? one : many}</span>
    </span>
  )
}
