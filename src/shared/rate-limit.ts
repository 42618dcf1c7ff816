/** How many tries are allowed in how many milliseconds. Limits with different `what` are counted separately. */
export type RateLimit = {
  what: string
  hits: number
  windowMs: number
  /** The message when this limit is reached; by default, that there were too many attempts. */
  says?: string
}
