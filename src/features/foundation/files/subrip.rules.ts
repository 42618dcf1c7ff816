/** An error in a text file; `line` is one-based. */
export type Mistake = { message: string; line?: number }

/** A caption that browsers show. `text` is WebVTT, which may contain tags and entities. */
export type Cue = { startTime: number; endTime: number; text: string; line: number }

type SubRip = { cues: Cue[]; mistakes: Mistake[]; warnings: Mistake[] }

const HINT = 'write both times in the format 00:01:02,500 --> 00:01:05,000'
/** Longer lines can't be times. */
const MAX_TIMES_LENGTH = 200
const ARROW = /-{1,2}>|[–—]>?|→/
/** Two times with seconds, whatever is between them. */
const TWO_TIMES = /\d\s?:\s?\d\d\s?:\s?\d\d.*?\d\s?:\s?\d\d\s?:\s?\d\d/
const NUMBER = /^\s*\d+\s*$/

/**
 * Reads SubRip (SRT) captions as programs write them: with or without numbers, with commas or periods in times, and
 * with blank lines within a caption. Converts their text to WebVTT.
 */
export function readSubRip(lines: readonly string[]): SubRip {
  const read: SubRip = { cues: [], mistakes: [], warnings: [] }
  const early: number[] = []
  let open: { times: { startTime: number; endTime: number } | undefined; line: number; text: string[] } | undefined
  const close = () => {
    const text = toWebVttText(open?.text ?? [])
    if (!open?.times || text === '') return
    const { startTime, endTime } = open.times
    if (endTime <= 0 && startTime < 0) early.push(open.line)
    else read.cues.push({ startTime: Math.max(0, startTime), endTime, text, line: open.line })
  }
  for (const [index, written] of lines.entries()) {
    if (!isTimes(written)) {
      if (open) open.text.push(written)
      else if (written.trim() !== '' && !NUMBER.test(written) && read.mistakes.length === 0)
        read.mistakes.push({ line: index + 1, message: `this text has no times above it: ${HINT}` })
      continue
    }
    if (open) removeNumber(open.text)
    close()
    const times = parseTimes(written)
    if ('wrong' in times) read.mistakes.push({ line: index + 1, message: times.wrong })
    open = { times: 'wrong' in times ? undefined : times, line: index + 1, text: [] }
  }
  close()
  if (!open && read.mistakes.length === 0) read.mistakes.push({ line: 1, message: `there are no captions: ${HINT}` })
  if (early.length > 0)
    read.warnings.push({
      message:
        early.length === 1
          ? `the caption in line ${early[0]} ends before the video starts, so it was left out`
          : `${early.length} captions, the first in line ${early[0]}, end before the video starts, so they were left out`,
    })
  return read
}

/** Removes the next caption's number. Some files have a blank line after every line. */
function removeNumber(text: string[]): void {
  const last = text.findLastIndex((line) => line.trim() !== '')
  const isOwnLine = last === text.length - 1 || (text[last - 1] ?? '').trim() === ''
  if (isOwnLine && NUMBER.test(text[last] ?? '')) text.length = last
}

/** Whether any line looks like the times of a caption. */
export function hasTimes(text: string): boolean {
  return text.split('\n').some(isTimes)
}

function isTimes(line: string): boolean {
  return line.includes('-->') || (line.length < MAX_TIMES_LENGTH && TWO_TIMES.test(line))
}

function parseTimes(line: string): { startTime: number; endTime: number } | { wrong: string } {
  const [, start = '', end = ''] = line.length < MAX_TIMES_LENGTH ? splitAtArrow(line) : []
  const [startTime, endTime] = [parseSeconds(start), parseSeconds(end)]
  if (startTime === undefined || endTime === undefined) return { wrong: `a time can’t be read: ${HINT}` }
  if (Number.isNaN(startTime) || Number.isNaN(endTime))
    return { wrong: `minutes and seconds in a time can be at most 59: ${HINT}` }
  return endTime < startTime ? { wrong: 'this caption ends before it begins' } : { startTime, endTime }
}

function splitAtArrow(line: string): [string, string, string] | [] {
  const found = ARROW.exec(line)
  return found ? [line, line.slice(0, found.index), line.slice(found.index + found[0].length)] : []
}

// A position such as `X1:40 X2:600` may follow.
const TIME = /^(-)?(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?(?!\S)/

/** The time in seconds; undefined if it can't be read, NaN if a part is too large. */
function parseSeconds(written: string): number | undefined {
  const time = TIME.exec(written.trim().replaceAll(/\s*([:.,])\s*/g, '$1'))
  if (!time) return undefined
  const [, sign, hours = '0', minutes = '', seconds = '', fraction = '0'] = time
  if (Number(minutes) > 59 || Number(seconds) > 59) return Number.NaN
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`)
  return sign ? -total : total
}

/** Keeps the tags that WebVTT has, and removes others, such as `<font>` and `{\an8}`. */
function toWebVttText(lines: readonly string[]): string {
  return lines
    .map((line) => (/[<>{&]/.test(line) ? convertMarkup(line) : line).trim())
    .filter(Boolean)
    .join('\n')
}

function convertMarkup(line: string): string {
  return line
    .replaceAll(/\{\\[^{}]*\}/g, '')
    .split(/(<[^<>]*>)/)
    .map((part, index) => (index % 2 === 1 ? convertTag(part) : escapeText(part)))
    .join('')
}

const NAMES: Readonly<Record<string, string>> = { em: 'i', strong: 'b' }
const REMOVED = /^\/?(?:font|span|s|strike|small|big|p|br)(?![^\s/])/i

function convertTag(tag: string): string {
  const inner = tag.slice(1, -1).trim()
  const [, slash = '', name = ''] = /^(\/?)\s*(i|b|u|em|strong)$/i.exec(inner) ?? []
  if (name !== '') return `<${slash}${NAMES[name.toLowerCase()] ?? name.toLowerCase()}>`
  if (/^(?:v(?:\.\S*)?\s|\/v$)/.test(inner)) return `<${inner}>`
  return REMOVED.test(inner) ? '' : escapeText(tag)
}

/** Keeps entities, which some programs write. */
function escapeText(text: string): string {
  return text
    .replaceAll(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,31});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
