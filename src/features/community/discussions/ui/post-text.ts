import type { PostState } from '../discussions.rules.ts'

/** What stands in place of words that somebody may not read any more. */
export const REMOVED_POST_TEXT: Readonly<Record<PostState, string>> = {
  there: '',
  deleted: 'Deleted by its author',
  hidden: 'Hidden by the academy',
}

/** '1 reply', '2 replies'. */
export function formatReplyCount(many: number): string {
  return many === 1 ? '1 reply' : `${many} replies`
}
