/** At most so many tries within so many milliseconds. Limits with different `what` are counted apart. */
export type RateLimit = {
  what: string
  hits: number
  windowMs: number
  /** A sentence that tells whoever met the limit what it is of; without it these are "too many attempts". */
  says?: string
}
