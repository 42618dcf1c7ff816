export type Paragraph = { /** Where it begins. */ seconds: number; text: string }

// A breath between two thoughts, and where a thought has become long enough to read.
const PAUSE_SECONDS = 1
const LONG_CHARACTERS = 320

const TIMES = /^(?:(\d+):)?(\d{2}):(\d{2}[.,]\d{3})\s+-->\s+(?:(\d+):)?(\d{2}):(\d{2}[.,]\d{3})/

type Cue = { start: number; end: number; text: string }

/** WebVTT as text to read: captions are cut to fit a screen, so they are joined until a sentence ends at a pause. */
export function transcriptOf(webvtt: string): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let last: Cue | undefined
  for (const cue of cuesOf(webvtt)) {
    const open = paragraphs.at(-1)
    if (open && last && !beginsParagraph(open, last, cue)) open.text += ` ${cue.text}`
    else paragraphs.push({ seconds: cue.start, text: cue.text })
    last = cue
  }
  return paragraphs
}

function beginsParagraph(open: Paragraph, last: Cue, next: Cue): boolean {
  if (!/[.!?…]["”’)]?$/.test(last.text)) return false
  return open.text.length >= LONG_CHARACTERS || (next.start - last.end >= PAUSE_SECONDS && open.text.length >= 80)
}

function cuesOf(webvtt: string): Cue[] {
  const blocks = webvtt
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  return blocks.flatMap((block) => {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => TIMES.test(line))
    // The head, notes and styles have no times; a cue may have a name above them.
    const times = lines[at]?.match(TIMES)
    if (!times || at > 1) return []
    const text = plain(lines.slice(at + 1).join(' '))
    if (text === '') return []
    const [, hours, minutes, seconds, endHours, endMinutes, endSeconds] = times
    return [{ start: secondsOf(hours, minutes, seconds), end: secondsOf(endHours, endMinutes, endSeconds), text }]
  })
}

function secondsOf(hours = '0', minutes = '0', seconds = '0'): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' }

function plain(marked: string): string {
  return marked
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
