import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { openSample } from '#features/catalog/samples/ui/open-sample.ts'
import { ProductPicture } from '#features/foundation/products/ui/product-header.tsx'
import { pageAddress } from '#shared/pages.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { ShownCourse } from '../courses.contract.ts'
import { describeSample } from './sample-text.ts'

const Sample = lazy(() => import('#features/catalog/samples/ui/sample-on-course-page.tsx'))

/** The course's picture. For visitors who can buy the course, the free lecture plays in its place. */
export function CoursePicture({ course }: { course: ShownCourse }) {
  const [playing, setPlaying] = useState<Pick<ComponentProps<typeof Sample>, 'opening' | 'posterUrl'>>()
  const { id_: id, sample } = course
  const picture = <ProductPicture images={course.images} src={course.imageURL} alt={course.course_name} />
  if (!sample || course.isPurchased) return picture
  const still = (
    <div className="relative">
      {picture}
      {/* The link opens the lecture's own page if the script has not loaded yet, in a new tab, or without a video. */}
      <Link
        to={pageAddress('/Course/:id/Sample/', { id })}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || sample.kind) return
          event.preventDefault()
          // The picture stays until the video plays, so that nothing has to load before that.
          const posterUrl = event.currentTarget.parentElement?.querySelector('img')?.currentSrc ?? null
          setPlaying({ opening: openSample(id), posterUrl })
        }}
        className={FREE_LECTURE_CLASS}
      >
        <FreeLecture sample={sample} isLoading={playing !== undefined} />
      </Link>
    </div>
  )
  if (!playing) return still
  return (
    <Suspense fallback={still}>
      <Sample courseId={id} {...playing} still={still} onStop={() => setPlaying(undefined)} />
    </Suspense>
  )
}

export const FREE_LECTURE_CLASS =
  'absolute inset-0 flex flex-col items-center justify-center gap-2 rounded-card print:hidden'

type FreeLectureProps = { sample: NonNullable<ShownCourse['sample']>; isLoading?: boolean }

/** The sign on the picture that the free lecture plays there. */
export function FreeLecture({ sample, isLoading = false }: FreeLectureProps) {
  return (
    <>
      <span className="grid size-16 place-items-center rounded-full bg-study text-white shadow-lift">
        {isLoading ? <Spinner /> : <Icon name={sample.kind === 'text' ? 'book' : 'play'} className="size-9" />}
      </span>
      <span className="money rounded-control bg-night px-3 py-1 text-sm font-semibold text-white">
        {describeSample(sample)}
      </span>
    </>
  )
}
