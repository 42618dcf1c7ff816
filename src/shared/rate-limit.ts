/** How many attempts are allowed in how many milliseconds. Limits with different `what` are counted separately. */
export type RateLimit = {
  what: string
  hits: number
  windowMs: number
  /** The message when this limit is reached. The default says that there were too many attempts. */
  says?: string
}
