import { defineReader, type Reading } from './typed-input.ts'

const CLOCK = /^(\d{1,2})(?:[:.h]?([0-5]\d))? ?(?:(a|p)\.? ?m?\.?)?$/
const NAMED: Readonly<Record<string, string>> = { noon: '12:00', midday: '12:00', midnight: '00:00' }

/** Reads '3 PM', '3:30pm', '15:30', and 'noon' as '15:00' and so on, and shows '3:00 PM'. */
export const readTimeOfDay = defineReader('must be a time such as 9:30 AM', (typed): Reading | undefined => {
  const text = typed.toLowerCase()
  const named = NAMED[text]
  if (named !== undefined) return { text: named, shown: formatTimeOfDay(named) }
  const [, hours, minutes = '00', half] = CLOCK.exec(text) ?? []
  if (hours === undefined) return undefined
  const hour = Number(hours)
  if (half === undefined ? hour > 23 : hour < 1 || hour > 12) return undefined
  if (half === undefined && hour >= 1 && hour <= 12 && !/^0\d|[:.h]|^\d{4}$/.test(text))
    return { reason: 'must include AM or PM, such as 9:30 AM' }
  const inDay = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  const time = `${String(inDay).padStart(2, '0')}:${minutes}`
  return { text: time, shown: formatTimeOfDay(time) }
})

/** Formats a stored time for a field: '15:00' becomes '3:00 PM'. Any other text stays as it is. */
export function formatTimeOfDay(time: string): string {
  const [, hours = '', minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  if (minutes === undefined) return time
  const hour = Number(hours)
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}
