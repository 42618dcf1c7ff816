import type { Kind } from '#shared/kinds.ts'

/** The conditions of a full refund, as in the built-in terms (terms.md). They follow the refund period in a sentence. */
export const REFUND_CONDITIONS: Record<Kind, string> = {
  course: ' if you’ve completed at most a quarter of the lectures and haven’t requested the certificate',
  document: ' if you haven’t downloaded its files',
  podcast: '',
}
