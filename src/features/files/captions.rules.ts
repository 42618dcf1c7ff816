// @ts-expect-error The package has no types.
import webvtt from 'webvtt-parser'

/** Something wrong in a text; `line` where it shows, from 1 on. */
export type Mistake = { message: string; line?: number }
const { WebVTTParser } = webvtt as {
  WebVTTParser: new () => {
    parse(text: string, kind: 'captions'): { errors: Required<Mistake>[]; cues: { startTime: number; text: string }[] }
  }
}

const TIMES = 'write both as in 00:01:02.500 --> 00:01:05.000'

/** What the parser says of times, and how we say it. What it says of the text between them breaks nothing. */
const SAID: readonly { when: RegExp; words: string; isOfLineAbove?: true }[] = [
  { when: /End timestamp/, words: 'this caption ends before it begins' },
  {
    when: /Start timestamp is not greater/,
    words: 'this caption begins before the one above it: put them in the order of their times',
  },
  {
    when: /timestamp separator|separated from/,
    words: `its two times need " --> " between them, with a space on each side: ${TIMES}`,
  },
  { when: /decimal separator/, words: `a time needs a point before its three last digits, not a comma: ${TIMES}` },
  { when: /59 minutes|59 seconds|minutes is greater/, words: `a time has at most 59 minutes and 59 seconds: ${TIMES}` },
  {
    when: /two digits|three digits|time unit|No timestamp|range 0-9|No seconds/,
    words: `a time can't be read: ${TIMES}`,
  },
  {
    when: /Cue identifier/,
    words: `this text has no times above it: ${TIMES}, and leave no empty line below them`,
    isOfLineAbove: true,
  },
]

const MOST_TOLD = 5

/** What is wrong with the times of captions, by line; browsers leave such captions out and say nothing. */
export function captionMistakes(text: string): Mistake[] {
  const found = new Map<number, Required<Mistake>>()
  const { errors } = new WebVTTParser().parse(text, 'captions')
  for (const { message, line } of errors) {
    const said = SAID.find(({ when }) => when.test(message))
    if (!said) continue
    const at = said.isOfLineAbove ? line - 1 : line
    // What follows from a mistake is not told beside it.
    if (!found.has(at) && !found.has(at - 1)) found.set(at, { line: at, message: said.words })
  }
  const mistakes = [...found.values()].toSorted((a, b) => a.line - b.line)
  const rest = mistakes.length - MOST_TOLD
  if (rest <= 0) return mistakes
  return [
    ...mistakes.slice(0, MOST_TOLD),
    { line: mistakes[MOST_TOLD]?.line ?? 1, message: `and ${rest} more captions are wrong, from here on` },
  ]
}

/** What captions say, without what marks voices, italics and the like. */
export function cuesIn(text: string): { startTime: number; text: string }[] {
  const { cues } = new WebVTTParser().parse(text, 'captions')
  return cues.map((cue) => ({ startTime: cue.startTime, text: plain(cue.text) }))
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' }

function plain(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_all, sign: string) => SIGNS[sign] ?? '')
}
