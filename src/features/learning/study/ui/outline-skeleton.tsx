import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextSkeleton } from '#web/ui/skeletons.tsx'

/** Placeholder for a course's outline. Next to a lecture, it is collapsed on phones. */
export function OutlineSkeleton({ isInLecture = false }: { isInLecture?: boolean }) {
  return (
    <div className="flex flex-col gap-6">
      <div>
        <div className="mb-2 flex h-6 items-center justify-between">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 w-10" />
        </div>
        <Skeleton className="h-2 rounded-full" />
      </div>
      <Skeleton
        className={classes('rounded-card', isInLecture ? 'h-19.5 md:hidden' : 'h-46.5 sm:max-md:h-25.5 md:h-48.5')}
      />
      <div
        className={classes(
          'divide-y divide-line rounded-card border border-line bg-surface',
          isInLecture && 'max-md:hidden',
        )}
      >
        {['first', 'second', 'third', 'fourth', 'fifth'].map((place) => (
          <div key={place} className="min-h-14 px-5 py-3">
            <TextSkeleton lines={['w-4/5', classes('w-2/5', !isInLecture && 'sm:hidden')]} />
            {place === 'first' && <Skeleton className={isInLecture ? 'mt-7 mb-2 h-79' : 'mt-4 mb-2 h-100 sm:h-82.5'} />}
          </div>
        ))}
      </div>
      <Skeleton className="h-11" />
    </div>
  )
}
