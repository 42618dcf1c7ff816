/** Prints what a proof counted, so that a run shows its figures and not only that it passed. */
export function printFigure(text: string): void {
  process.stdout.write(`${text}\n`)
}
