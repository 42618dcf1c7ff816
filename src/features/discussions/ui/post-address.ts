import { type PageAddress, pageAddress } from '#shared/pages.ts'

type Which = { courseId: string; thread: string; post: number }

/** Where a post is read: a reply stands in the first part of its thread or in a later one, so its page begins with it. */
export function placeOfPost({ courseId, thread, post }: Which): {
  pathname: PageAddress
  search: string
  hash: string
} {
  const pathname = pageAddress('/MyAcademy/:id/Discussions/:thread', { id: courseId, thread })
  return { pathname, search: post === 0 ? '' : `?reply=${post}`, hash: `#${anchorOf(post)}` }
}

export function anchorOf(post: number): string {
  return `post-${post}`
}
