import { cutText } from '#shared/cut-text.ts'

/**
 * The operator sets the metadata `settled` on a payment, with any text, once nothing about it is open, however that was
 * resolved.
 */
export function isSettledByHand(metadata: Readonly<Record<string, string>>): boolean {
  return metadata['settled'] !== undefined
}

const COVERED = / \[covers refunds that failed by (\d{4}-\d\d-\d\dT[\d:.]+Z)\]$/
/** The provider allows 500 characters. */
const MAX_TEXT = 400

/** Refunds that failed by that time are settled; undefined while the operator's text has no time yet. */
export function getSettledAt(settled: string): Date | undefined {
  const at = COVERED.exec(settled)?.[1]
  return at === undefined ? undefined : new Date(at)
}

/** The operator's text, followed by the time. */
export function formatSettled(settled: string, at: Date): string {
  return `${cutText(settled, MAX_TEXT)} [covers refunds that failed by ${at.toISOString()}]`
}
