/** '2026-11-21', in UTC. */
export function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** 'November 21, 2026', in UTC. */
export function longDate(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
