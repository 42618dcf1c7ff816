import { type PageAddress, pageAddress } from '#shared/pages.ts'
import type { Thread } from './discussion-actions.ts'

type PostLocation = { courseId: string; thread: string; post: number }

/** The URL of a post: starts the page at that reply, wherever it is in the thread. */
export function getPostAddress({ courseId, thread, post }: PostLocation): {
  pathname: PageAddress
  search: string
  hash: string
} {
  const pathname = pageAddress('/MyAcademy/:id/Discussions/:thread', { id: courseId, thread })
  return { pathname, search: post === 0 ? '' : `?reply=${post}`, hash: `#${getPostAnchor(post)}` }
}

/** A thread's lecture; undefined if there is none or it was removed. */
export function getLectureAddress({ course, lecture, is_retired: isRetired }: Thread): PageAddress | undefined {
  if (!lecture || isRetired) return undefined
  return pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug', {
    slugOrPurchaseId: course.id,
    lectureSlug: lecture.id,
  })
}

export function getPostAnchor(post: number): string {
  return `post-${post}`
}
