import type { RateLimit } from '#shared/rate-limit.ts'

export const MAX_TITLE_LENGTH = 200
export const MAX_TEXT_LENGTH = 10_000
/** The maximum length of the reason for reporting or hiding a post. */
export const MAX_REASON_LENGTH = 500
export const EDIT_WINDOW_MS = 30 * 60_000
type AuthorName = { firstName: string; lastName: string; isStaff: boolean; isErased: boolean }

/**
 * The author's name as others see it: staff by full name, members by first name and last initial. Never the username.
 */
export function formatAuthorName({ firstName, lastName, isStaff, isErased }: AuthorName): string {
  if (isErased) return 'A former member'
  if (isStaff) return [firstName, lastName].filter(Boolean).join(' ') || 'The academy'
  const [initial = ''] = lastName
  return [firstName, initial && `${initial}.`].filter(Boolean).join(' ') || 'A member'
}

export const POST_STATES = ['there', 'deleted', 'hidden'] as const
/** `hidden` means hidden by staff. */
export type PostState = (typeof POST_STATES)[number]

export function getPostState({ deletedAt, hiddenAt }: { deletedAt: Date | null; hiddenAt: Date | null }): PostState {
  if (deletedAt) return 'deleted'
  return hiddenAt ? 'hidden' : 'there'
}

/** The end of a list page: whether its last thread was pinned, when it was last active, and its ID. */
export type ThreadCursor = { isPinned: boolean; activeAt: Date; id: string }

export function encodeCursor({ isPinned, activeAt, id }: ThreadCursor): string {
  return `${isPinned ? 1 : 0}.${activeAt.getTime()}.${id}`
}

/** Rejects years that the database can't read. */
export const CURSOR_PATTERN = /^[01]\.\d{1,13}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Inverse of `encodeCursor`. */
export function decodeCursor(words: string): ThreadCursor {
  const [pinned, at, id = ''] = words.split('.')
  return { isPinned: pinned === '1', activeAt: new Date(Number(at)), id }
}

export const QUESTION_LIMIT: RateLimit = {
  what: 'discussion',
  hits: 20,
  windowMs: 60 * 60_000,
  says: 'You can ask up to 20 questions an hour.',
}
export const REPLY_LIMIT: RateLimit = {
  what: 'discussion-post',
  hits: 60,
  windowMs: 60 * 60_000,
  says: 'You can post up to 60 replies an hour.',
}
export const POST_EDIT_LIMIT: RateLimit = { what: 'discussion-change', hits: 120, windowMs: 60 * 60_000 }

export const THREAD_ACTION_LIMIT: RateLimit = { what: 'discussion-deed', hits: 300, windowMs: 60 * 60_000 }
