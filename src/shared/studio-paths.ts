/**
 * Whether a path on this site is in the studio. Entering and leaving the studio always loads a new document, because
 * the studio has its own Content Security Policy, which can be set only once for a document.
 */
export function isInStudio(address: string): boolean {
  return /^\/+studio(?:[/?#.]|$)/i.test(address)
}
