/** A whole number from 0 to `below`, exclusive. */
export type Random = (below: number) => number
