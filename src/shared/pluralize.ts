/** Returns '1 file', '2 files', or '2 entries'. */
export function pluralize(many: number, one: string): string {
  return `${many} ${many === 1 ? one : one.replace(/([^aeiou])y$/, '$1ie') + 's'}`
}

/** Returns '5 minutes', '3 hours', or '4 days'. */
export function formatAge(seconds: number): string {
  const hours = seconds / 3600
  if (hours < 2) return pluralize(Math.floor(seconds / 60), 'minute')
  return hours < 48 ? pluralize(Math.floor(hours), 'hour') : pluralize(Math.floor(hours / 24), 'day')
}
