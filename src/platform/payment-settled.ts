import { cutText } from '#shared/cut-text.ts'

/**
 * Whether the operator marked a payment as settled, no matter how its issues were resolved. To do so, the operator sets
 * the metadata key `settled` to any text.
 */
export function isSettledByHand(metadata: Readonly<Record<string, string>>): boolean {
  return metadata['settled'] !== undefined
}

const COVERED = / \[covers refunds that failed by (\d{4}-\d\d-\d\dT[\d:.]+Z)\]$/
/** The provider allows 500 characters, including the part that the academy adds. */
const MAX_TEXT = 400

/** Returns the time up to which failed refunds are settled, or undefined while the operator's text contains no time. */
export function getSettledAt(settled: string): Date | undefined {
  const at = COVERED.exec(settled)?.[1]
  return at === undefined ? undefined : new Date(at)
}

/** Returns the operator's text, followed by the time up to which failed refunds are settled. */
export function formatSettled(settled: string, at: Date): string {
  return `${cutText(settled, MAX_TEXT)} [covers refunds that failed by ${at.toISOString()}]`
}
