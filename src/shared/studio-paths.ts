/**
 * Whether an address on this site is the studio's. The border between it and the academy is crossed by loading a document alone, so that each has its own
 * policies: what a page may load is said once, with the document.
 */
export function isInStudio(address: string): boolean {
  return /^\/+studio(?:[/?#.]|$)/i.test(address)
}
