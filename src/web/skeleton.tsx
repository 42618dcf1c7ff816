import { classes } from './classes.ts'
import { CardGrid } from './product-card.tsx'

/** A grey stand-in for something of the same size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classes('max-w-full animate-pulse rounded-control bg-line', className ?? 'h-5 w-full')}
    />
  )
}

/** As many cards as will probably come; `label` is read out. */
export function CardGridSkeleton({
  count = 3,
  label = 'Loading...',
  imageClassName = 'aspect-video',
}: {
  count?: number
  label?: string
  imageClassName?: string
}) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <CardGrid>
        {Array.from({ length: count }, (_, index) => (
          <li
            key={index}
            aria-hidden="true"
            className="overflow-hidden rounded-card border border-line bg-surface sm:max-md:last:odd:hidden"
          >
            <Skeleton className={classes('rounded-none', imageClassName)} />
            <div className="flex flex-col gap-3 p-5">
              <Skeleton className="h-7 w-4/5" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="mt-3 h-11 w-32" />
            </div>
          </li>
        ))}
      </CardGrid>
    </div>
  )
}

/** A page that is not there yet, with the specification's word. */
export function PageLoading() {
  return (
    <div role="status" className="page-width pt-14">
      <h1 className="font-sans text-base font-normal tracking-normal text-muted">Loading...</h1>
      <Skeleton className="mt-6 h-11 w-3/5" />
      <Skeleton className="mt-8 aspect-video max-h-90 w-full rounded-card" />
      <Skeleton className="mt-8 h-5 w-full max-w-text" />
      <Skeleton className="mt-3 h-5 w-4/5 max-w-text" />
    </div>
  )
}
