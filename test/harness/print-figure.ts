/** Prints what a proof measured, so that a run shows its figures. */
export function printFigure(text: string): void {
  process.stdout.write(`${text}\n`)
}
