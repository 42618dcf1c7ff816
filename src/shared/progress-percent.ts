/** Returns the progress in whole percent, rounded down, so that 100 means that everything is complete. */
export function getProgressPercent({ completed, lectures }: { completed: number; lectures: number }): number {
  return lectures === 0 ? 0 : Math.floor((completed / lectures) * 100)
}
