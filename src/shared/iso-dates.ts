/** Whether the day exists. '2026-11-21' does, but '2026-02-30' and 'tomorrow' don't. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && parseInstant(text)?.toISOString().slice(0, 10) === text
}

function parseInstant(day: string): Date | undefined {
  const instant = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}
