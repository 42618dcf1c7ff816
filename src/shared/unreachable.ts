/** Ends a switch over a union. If a case is missing, the code doesn't compile. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
