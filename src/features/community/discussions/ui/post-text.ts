import type { PostState } from '../discussions.rules.ts'

/** Shown instead of text that the reader may not see. */
export const REMOVED_POST_TEXT: Readonly<Record<PostState, string>> = {
  there: '',
  deleted: 'Deleted by its author',
  hidden: 'Hidden by a moderator',
}

/** Such as '1 reply' or '2 replies'. */
export function formatReplyCount(many: number): string {
  return many === 1 ? '1 reply' : `${many} replies`
}
