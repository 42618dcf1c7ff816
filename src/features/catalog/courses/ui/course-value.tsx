import { IconItem } from '#features/foundation/products/ui/icon-item.tsx'
import type { ShownCourse } from '../courses.contract.ts'
import { SampleCertificateButton } from './sample-certificate-button.tsx'

/**
 * Shows what the price buys. The total study time comes first, because it includes more than the videos. Each line is a
 * single text node, so that the layout doesn't shift when the web font loads.
 */
export function CourseValue({ course }: { course: ShownCourse }) {
  const { study_time: time, contact_hours: hours } = course
  return (
    <ul className="flex list-none flex-col gap-1 text-sm">
      {time && (
        <IconItem icon="clock">
          <strong className="block font-semibold">{`${time.total} of study`}</strong>
          {time.parts}
        </IconItem>
      )}
      {course.certificate.length > 0 && (
        <IconItem icon="seal">
          <SampleCertificateButton course={course} />
        </IconItem>
      )}
      <IconItem icon={hours === null ? 'info' : 'check-circle'}>{hours ?? 'No contact hours'}</IconItem>
    </ul>
  )
}
