/**
 * Whether an address on this site is in the studio. Entering and leaving it always loads a document, so that each has
 * its own policy, which is set once with the document.
 */
export function isInStudio(address: string): boolean {
  return /^\/+studio(?:[/?#.]|$)/i.test(address)
}
