/** At most so many tries within so many milliseconds. Limits with different `what` are counted apart. */
export type Limit = { what: string; hits: number; windowMs: number }
