import { Icon, type IconName } from '#web/ui/icon.tsx'
import type { CourseDetail } from '../courses.contract.ts'
import { formatDuration } from './format-duration.ts'

/** In the customer's words, with counts where there are any. */
export function CourseIncludes({ course: { lectures, study_seconds } }: { course: CourseDetail }) {
  const files = lectures.reduce((sum, lecture) => sum + lecture.attachments.length, 0)
  const items: { icon: IconName; label: string; detail?: string | undefined }[] = [
    { icon: 'video', label: 'Lecture Videos', detail: study_seconds > 0 ? formatDuration(study_seconds) : undefined },
    { icon: 'book', label: 'Relatetable Lectures', detail: lectures.length > 0 ? String(lectures.length) : undefined },
    { icon: 'download', label: 'Downloadable resources', detail: files > 0 ? String(files) : undefined },
    { icon: 'clock', label: 'Full lifetime access' },
    { icon: 'seal', label: 'Certificate of completion' },
  ]
  return (
    <section aria-labelledby="includes">
      <h2 id="includes" className="mb-3 font-sans text-base font-semibold tracking-normal">
        This course includes
      </h2>
      <ul className="grid gap-x-12 gap-y-2 text-sm sm:max-md:grid-cols-2">
        {items.map(({ icon, label, detail }) => (
          <li key={label} className="flex items-center gap-3">
            <Icon name={icon} className="text-link" />
            <span>{label}</span>
            {detail && <span className="money ml-auto text-muted sm:max-md:ml-0">{detail}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
