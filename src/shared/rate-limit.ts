/** A maximum number of tries within a number of milliseconds. Limits with different `what` are counted separately. */
export type RateLimit = {
  what: string
  hits: number
  windowMs: number
  /** The message for this limit; the default is "too many attempts". */
  says?: string
}
