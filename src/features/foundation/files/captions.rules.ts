import { type Cue, type Mistake, readSubRip } from './subrip.rules.ts'

export { type Cue, hasTimes, type Mistake } from './subrip.rules.ts'

export type Captions = {
  cues: Cue[]
  /** Errors that make browsers omit a caption without a message. */
  mistakes: Mistake[]
  /** Captions that browsers display differently from how they are written. */
  warnings: Mistake[]
}

const ARROW = '-->'
const TIME_FORMAT_HINT = 'write both times in the format 00:01:02.500 --> 00:01:05.000'
const MISSING_TIMES = `this text has no times above it: ${TIME_FORMAT_HINT}, with no blank line below`
const MAX_MISTAKES = 5
/**
 * Enough for one caption per second for almost three hours. The limit exists because the server processes a whole
 * transcript without yielding.
 */
const MAX_CUES = 10_000

/** Whether this is WebVTT; other captions are read as SubRip (SRT). */
export function isWebVtt(text: string): boolean {
  return /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(text)
}

/** Parses WebVTT as browsers do, in a single pass, and SubRip as players do. */
export function parseCaptions(text: string): Captions {
  const lines = text.replace('\uFEFF', '').replaceAll(/\r\n?/g, '\n').split('\n')
  const { cues, mistakes, warnings } = isWebVtt(text) ? readWebVtt(lines) : readSubRip(lines)
  const surplus = cues[MAX_CUES]
  if (surplus)
    mistakes.push({
      line: surplus.line,
      message: `there are more than ${MAX_CUES.toLocaleString('en')} captions: combine short ones, or split the recording`,
    })
  const shown = cues.filter(({ startTime, endTime }) => endTime > startTime)
  const early = shown.filter(({ startTime }, place) => startTime < (shown[place - 1]?.startTime ?? 0))
  return {
    // If two captions start together, the longer one comes first.
    cues: shown.toSorted((a, b) => a.startTime - b.startTime || b.endTime - a.endTime),
    mistakes: truncateMistakes(mistakes),
    warnings: [
      ...warnings.slice(0, 1),
      ...createWarning(
        early,
        ['begins before the one above it', 'begin before the one above'],
        'shown earlier: check the times',
      ),
      ...createWarning(
        cues.filter(({ startTime, endTime }) => startTime === endTime),
        ['starts and ends at the same time', 'start and end at the same time'],
        'never shown',
      ),
      ...shown
        .filter((cue) => hidesText(cue.text))
        .slice(0, 1)
        .map(({ line }) => ({
          line: line + 1,
          message: 'browsers hide text after "<": write &lt; to show that character',
        })),
    ],
  }
}

function readWebVtt(lines: readonly string[]): Captions {
  const read: Captions = { cues: [], mistakes: [], warnings: [] }
  for (const { line, times, lines: texts } of splitBlocks(lines)) {
    if (times === undefined) {
      const kind = /^(NOTE|STYLE|REGION)(?!\S)/.exec(texts[0] ?? '')?.[1]
      if (kind === undefined) read.mistakes.push({ line, message: MISSING_TIMES })
      else if (kind !== 'NOTE' && read.cues.length > 0)
        read.warnings.push({ line, message: `browsers ignore a ${kind} below the first caption: move it to the top` })
      continue
    }
    const parsed = parseTimes(times)
    if ('wrong' in parsed) read.mistakes.push({ line, message: parsed.wrong })
    else read.cues.push({ ...parsed, text: texts.join('\n'), line })
  }
  return read
}

export function findCaptionMistakes(text: string): Mistake[] {
  return parseCaptions(text).mistakes
}

/** A part of a caption, which is either text or a tag. */
export type CueToken = { text: string } | { tag: string }

/** Splits a caption into text and tags. As in browsers, an unclosed tag extends to the end of the caption. */
export function* tokenizeCue(text: string): Generator<CueToken> {
  for (let at = 0; at < text.length;) {
    const open = text.indexOf('<', at)
    if (open !== at) yield { text: text.slice(at, open === -1 ? undefined : open) }
    if (open === -1) return
    const close = text.indexOf('>', open)
    yield { tag: text.slice(open + 1, close === -1 ? undefined : close) }
    if (close === -1) return
    at = close + 1
  }
}

type Block = { line: number; times: string | undefined; lines: string[] }

/** Splits the file at empty lines. A line with times also starts a new block. */
function* splitBlocks(lines: readonly string[]): Generator<Block> {
  // The header ends at the first empty line or timing line.
  let at = 1
  while (at < lines.length && lines[at] !== '' && !lines[at]?.includes(ARROW)) at += 1
  while (at < lines.length) {
    if (lines[at] === '') {
      at += 1
      continue
    }
    const from = at
    // A one-line identifier may precede the timing line.
    const first = lines[at]?.includes(ARROW) ? at : at + 1
    const isCue = lines[first]?.includes(ARROW) === true
    at = isCue ? first + 1 : from
    const start = at
    while (at < lines.length && lines[at] !== '' && !lines[at]?.includes(ARROW)) at += 1
    yield { line: (isCue ? first : from) + 1, times: isCue ? lines[first] : undefined, lines: lines.slice(start, at) }
  }
}

// Commas are replaced when captions are stored.
const TIME = /^(?:(\d+):)?(\d\d):(\d\d)[.,](\d{3})$/

function parseTimes(line: string): { startTime: number; endTime: number } | { wrong: string } {
  const at = line.indexOf(ARROW)
  const [end = ''] = line
    .slice(at + ARROW.length)
    .trim()
    .split(/\s/, 1)
  const startTime = parseSeconds(line.slice(0, at).trim())
  const endTime = parseSeconds(end)
  if (typeof startTime === 'string') return { wrong: startTime }
  if (typeof endTime === 'string') return { wrong: endTime }
  return endTime < startTime ? { wrong: 'this caption ends before it begins' } : { startTime, endTime }
}

/** Returns the time in seconds, or an error message. */
function parseSeconds(time: string): number | string {
  const [, hours = '0', minutes = '', seconds = '', thousandths = ''] = TIME.exec(time) ?? []
  if (thousandths === '') return `a time can’t be read: ${TIME_FORMAT_HINT}`
  if (Number(minutes) > 59 || Number(seconds) > 59)
    return `minutes and seconds in a time can be at most 59: ${TIME_FORMAT_HINT}`
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000
}

function truncateMistakes(mistakes: Mistake[]): Mistake[] {
  const rest = mistakes.slice(MAX_MISTAKES)
  if (rest.length === 0) return mistakes
  return [
    ...mistakes.slice(0, MAX_MISTAKES),
    {
      line: rest[0]?.line ?? 1,
      message:
        rest.length === 1
          ? 'and 1 more caption with an error, here'
          : `and ${rest.length} more captions with errors, starting here`,
    },
  ]
}

function createWarning(cues: readonly Cue[], [one, many]: [string, string], result: string): Mistake[] {
  const [first] = cues
  if (!first) return []
  const message =
    cues.length === 1
      ? `this caption ${one}, so it is ${result}`
      : `${cues.length} captions, starting here, ${many}, so they are ${result}`
  return [{ line: first.line, message }]
}

const TAG = /^(?:\/?(?:c|i|b|u|v|lang|ruby|rt)(?![^\s.])|\/$|[\d:.]+$)/

function hidesText(text: string): boolean {
  for (const token of tokenizeCue(text)) if ('tag' in token && !TAG.test(token.tag)) return true
  return text.lastIndexOf('<') > text.lastIndexOf('>')
}
