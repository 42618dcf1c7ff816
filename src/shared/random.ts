/** A whole number from 0 up to `below`, without `below` itself. */
export type Random = (below: number) => number
