import { pageAddress } from '#shared/pages.ts'
import { TextLink } from '#web/ui/text-link.tsx'

export type LectureLink = { name: string; slug: string }

export function LectureLinks({ courseId, lectures }: { courseId: string; lectures: readonly LectureLink[] }) {
  if (lectures.length === 0) return null
  return (
    <ul className="text-sm">
      {lectures.map(({ name, slug }) => (
        <li key={slug}>
          <TextLink
            to={pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug', {
              slugOrPurchaseId: courseId,
              lectureSlug: slug,
            })}
          >
            {name}
          </TextLink>
        </li>
      ))}
    </ul>
  )
}
