/** So many tries within a window of so many milliseconds. `what` keeps their count apart from those of other limits. */
export type Limit = { what: string; hits: number; windowMs: number }
