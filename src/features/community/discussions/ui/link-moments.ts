import { parseTimestamp } from '../timestamps.rules.ts'

/** Excludes times of day, such as 10:30 a.m. and 2:15 PM. */
const MOMENT = /(?<![\d:.])(?:\d{1,2}:)?\d{1,4}:[0-5]\d(?![\d:]|\s*[ap]\.?m\b)/gi

/**
 * Links each timestamp in a post's HTML, such as 12:40, to that time in the lecture. Skips timestamps after the
 * lecture's end, and those in links and code. @param length of the lecture, in seconds
 */
export function linkMoments(html: string, length: number, addressOf: (seconds: number) => string): string {
  let within = 0
  return html
    .split(/(<[^>]*>?)/)
    .map((part) => {
      if (part.startsWith('<')) {
        if (/^<(?:a|code|pre)\b/.test(part)) within += 1
        else if (/^<\/(?:a|code|pre)>/.test(part)) within -= 1
        return part
      }
      if (within > 0) return part
      return part.replace(MOMENT, (clock) => {
        const seconds = parseTimestamp(clock)
        if (seconds === undefined || seconds > length) return clock
        return `<a href="${addressOf(seconds)}" data-moment="${seconds}">${clock}</a>`
      })
    })
    .join('')
}
