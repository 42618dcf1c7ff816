import { cutText } from '#shared/cut-text.ts'

/**
 * To mark a payment as settled, no matter how its issues were resolved, the operator sets its metadata key `settled` to
 * any text.
 */
export function isSettledByHand(metadata: Readonly<Record<string, string>>): boolean {
  return metadata['settled'] !== undefined
}

const COVERED = / \[covers refunds that failed by (\d{4}-\d\d-\d\dT[\d:.]+Z)\]$/
/** The provider allows 500 characters. */
const MAX_TEXT = 400

/** The time up to which failed refunds are settled; undefined while the operator's text has no time yet. */
export function getSettledAt(settled: string): Date | undefined {
  const at = COVERED.exec(settled)?.[1]
  return at === undefined ? undefined : new Date(at)
}

/** The operator's text, followed by that time. */
export function formatSettled(settled: string, at: Date): string {
  return `${cutText(settled, MAX_TEXT)} [covers refunds that failed by ${at.toISOString()}]`
}
