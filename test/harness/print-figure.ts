/** Prints a measured value, so that it is in the output of the run. */
export function printFigure(text: string): void {
  process.stdout.write(`${text}\n`)
}
