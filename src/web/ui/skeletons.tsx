import { CardGrid } from './card-grid.tsx'
import { classes } from './classes.ts'
import { Skeleton } from './skeleton.tsx'

/** A placeholder for text, with each bar centered in its line; `lines` are the widths of the bars. */
export function TextSkeleton({ lines, className }: { lines: readonly string[]; className?: string }) {
  return (
    <div className={classes('max-w-text', className)}>
      {lines.map((width, place) => (
        <div key={place} className={classes('flex h-[1lh] items-center', width)}>
          <Skeleton className="h-[0.8em] w-full" />
        </div>
      ))}
    </div>
  )
}

type WordsSkeletonProps = { title?: readonly string[]; sentence?: readonly string[] }

export function WordsSkeleton({
  title = ['w-full', 'w-3/5 md:hidden'],
  sentence = ['w-full', 'w-2/3'],
}: WordsSkeletonProps) {
  return (
    <>
      <TextSkeleton lines={title} className="text-2xl sm:max-md:text-[2rem]/10" />
      <TextSkeleton lines={sentence} className="mt-3" />
    </>
  )
}

const FIVE_LINES = Array<string>(5).fill('w-full')
const DESCRIPTION = [...FIVE_LINES, ...FIVE_LINES.map((width) => `${width} sm:hidden`), 'w-4/5']

export function DescriptionSkeleton() {
  return <TextSkeleton lines={DESCRIPTION} />
}

/** A placeholder with as many cards as expected; screen readers read `label`. */
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
            <div className="flex flex-col gap-2 p-5">
              <TextSkeleton lines={['w-full', 'w-2/5']} className="text-lg" />
              <TextSkeleton lines={['w-full', 'w-2/3']} className="text-sm" />
              <div className="flex items-center justify-between gap-4 pt-3">
                <Skeleton className="h-5 w-24" />
                <Skeleton className="h-11 w-32" />
              </div>
            </div>
          </li>
        ))}
      </CardGrid>
    </div>
  )
}

/** A page that is loading, with the specification's text. */
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
