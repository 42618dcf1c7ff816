import { Icon, type IconName } from '#web/ui/icon.tsx'
import type { ShownCourse } from '../courses.contract.ts'

/** Shows what the course includes, in the specification's words, with all counts that are greater than zero. */
export function CourseIncludes({ course: { lectures, certificate } }: { course: ShownCourse }) {
  const files = lectures.reduce((sum, lecture) => sum + lecture.files.length, 0)
  const has = (kind?: 'audio' | 'text') => lectures.some((lecture) => lecture.kind === kind)
  const items: { icon: IconName; label: string; count?: number }[] = [
    ...(lectures.length === 0 || has() ? [{ icon: 'video' as const, label: 'Lecture Videos' }] : []),
    ...(has('audio') ? [{ icon: 'play' as const, label: 'Lectures to listen to' }] : []),
    ...(has('text') ? [{ icon: 'file' as const, label: 'Lectures to read' }] : []),
    { icon: 'book', label: 'Relatetable Lectures', count: lectures.length },
    { icon: 'download', label: 'Downloadable resources', count: files },
    { icon: 'clock', label: 'Full lifetime access' },
    ...(certificate.length > 0 ? [{ icon: 'seal' as const, label: 'Certificate of completion' }] : []),
  ]
  return (
    <section aria-labelledby="includes">
      <h2 id="includes" className="mb-3 font-sans text-base font-semibold tracking-normal">
        This course includes
      </h2>
      <ul className="grid gap-x-12 gap-y-2 text-sm sm:max-md:grid-cols-2">
        {items.map(({ icon, label, count = 0 }) => (
          <li key={label} className="flex items-center gap-3">
            <Icon name={icon} className="text-link" />
            <span>{label}</span>
            {count > 0 && <span className="money ml-auto text-muted sm:max-md:ml-0">{count}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
