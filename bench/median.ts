/** The number of values must be odd. */
export function median(values: number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  if (middle === undefined) throw new Error('There is no median of nothing')
  return middle
}
