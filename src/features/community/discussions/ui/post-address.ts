import { type PageAddress, pageAddress } from '#shared/pages.ts'
import type { Thread } from './use-thread.ts'

type PostLocation = { courseId: string; thread: string; post: number }

/** Where a post is read: a reply stands in the first part of its thread or in a later one, so its page begins with it. */
export function getPostAddress({ courseId, thread, post }: PostLocation): {
  pathname: PageAddress
  search: string
  hash: string
} {
  const pathname = pageAddress('/MyAcademy/:id/Discussions/:thread', { id: courseId, thread })
  return { pathname, search: post === 0 ? '' : `?reply=${post}`, hash: `#${getPostAnchor(post)}` }
}

/** Of the lecture that a thread is about; undefined where it is about none, or that is not among the lectures any more. */
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
