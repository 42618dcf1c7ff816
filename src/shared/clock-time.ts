/**
 * Formats a position in a recording, or its length, as media players do. Rounds down to seconds: 221.9 becomes '3:41',
 * and 4321 becomes '1:12:01'.
 */
export function formatClockTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  const rest = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

const TIMESTAMP = /\bat (?<clock>\d{1,2}(?::[0-5]\d){1,2})\b(?!\s?[ap]\.?m)/giu

/**
 * Splits a text at the times that refer to a recording, such as "at 2:54", and adds their seconds. 'Hear it again at
 * 2:54.' becomes [{ text: 'Hear it again at ' }, { text: '2:54', seconds: 174 }, { text: '.' }]. Ignores times of day
 * ("at 2:54 pm").
 */
export function splitByTimestamps(text: string): { text: string; seconds?: number }[] {
  const segments: { text: string; seconds?: number }[] = []
  let done = 0
  for (const { index, 0: whole, groups } of text.matchAll(TIMESTAMP)) {
    const clock = groups?.['clock'] ?? ''
    const start = index + whole.length - clock.length
    const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    segments.push({ text: text.slice(done, start) }, { text: clock, seconds })
    done = start + clock.length
  }
  return [...segments, { text: text.slice(done) }].filter((segment) => segment.text !== '')
}
