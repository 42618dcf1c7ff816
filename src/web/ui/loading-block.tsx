import { Skeleton } from './skeleton.tsx'

/**
 * A placeholder while part of a page loads: a gray block whose height `className` sets, with a label for screen
 * readers.
 */
export function LoadingBlock({ className }: { className: string }) {
  return (
    <>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Skeleton className={className} />
    </>
  )
}
