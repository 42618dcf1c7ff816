/** Parses a typed timestamp into seconds: '12:40' → 760, '1:02:03' → 3723. Undefined if it is invalid. */
export function parseTimestamp(typed: string): number | undefined {
  const clock = typed.trim()
  if (!/^(?:\d{1,2}:[0-5]\d|\d{1,4}):[0-5]\d$/.test(clock)) return undefined
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}
