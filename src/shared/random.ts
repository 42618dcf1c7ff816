/** Returns a random whole number from 0 to `below` - 1. */
export type Random = (below: number) => number
