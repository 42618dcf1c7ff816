import { classes } from '#web/classes.ts'
import { Skeleton } from '#web/skeleton.tsx'

/** Stands in for the outline of a course; beside a lecture it is folded on phones. */
export function OutlineSkeleton({ isBesideLecture = false }: { isBesideLecture?: boolean }) {
  return (
    <div className="flex flex-col gap-6">
      <div>
        <div className="mb-2 flex h-6 items-center justify-between">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 w-10" />
        </div>
        <Skeleton className="h-2 rounded-full" />
      </div>
      {!isBesideLecture && <Skeleton className="h-42.5 rounded-card" />}
      {isBesideLecture && <Skeleton className="h-19.5 rounded-card md:hidden" />}
      <div
        className={classes(
          'divide-y divide-line rounded-card border border-line bg-surface',
          isBesideLecture && 'max-md:hidden',
        )}
      >
        {[5, 4, 4, 4, 4].map((width, place) => (
          <div key={place} className="flex min-h-14 flex-col gap-3 px-5 py-4.5">
            <Skeleton className={width === 5 ? 'h-5 w-4/5' : 'h-5 w-3/5'} />
            {place === 0 && <Skeleton className="h-40" />}
          </div>
        ))}
      </div>
      <Skeleton className="h-11" />
    </div>
  )
}
