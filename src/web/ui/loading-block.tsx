import { Skeleton } from './skeleton.tsx'

/** Stands where a part of a page is on its way: a grey block as high as `className` says, and a word for who hears the page. */
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
