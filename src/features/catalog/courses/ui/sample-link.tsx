import { Link } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { CourseSummary } from '../courses.contract.ts'
import { describeSample } from './sample-text.ts'

type SampleLinkProps = {
  course: { id_: string; course_name: string; sample: CourseSummary['sample'] }
  isOwned?: boolean
}

/**
 * A link to the free sample lecture, if there is one. Members with access get an empty space of the same size, so that
 * the layout doesn't shift. For the same reason, the link is a single text node, because the web font loads later.
 */
export function SampleLink({ course: { id_: id, course_name: name, sample }, isOwned }: SampleLinkProps) {
  if (!sample) return null
  if (isOwned) return <span className="block min-h-11 sm:min-h-8" />
  return (
    <Link
      to={pageAddress('/Course/:id/Sample/', { id })}
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-link underline-offset-4 hover:underline sm:min-h-8"
    >
      <Icon name="play" />
      <span className="sr-only">{name}:</span> {describeSample(sample)}
    </Link>
  )
}
