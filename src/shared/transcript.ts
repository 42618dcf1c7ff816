/** The words from a given second until the next line begins. */
export type TranscriptLine = { seconds: number; text: string }

type Cue = { startTime: number; endTime?: number; speaker?: string | null; text: string }

// How long a line can be. A longer sentence is split.
const MAX_LINE_CHARACTERS = 220

/**
 * Joins captions until a sentence ends or the speaker changes. Captions are split to fit on a screen, but the lines of
 * a transcript don't have to be.
 */
export function toTranscriptLines(cues: readonly Cue[]): TranscriptLine[] {
  const lines: TranscriptLine[] = []
  let isOpen = false
  let speaking: string | null = null
  for (const { startTime, text: shown, speaker = null } of removeRepeats(cues)) {
    const text = shown.replaceAll(/\s+/g, ' ').trim()
    if (text === '') continue
    const isOther = speaker !== speaking
    speaking = speaker
    const open: TranscriptLine | undefined = isOpen && !isOther ? lines.at(-1) : undefined
    if (open) open.text += ` ${text}`
    else {
      const isNamed = isOther && speaker !== null && !text.toLowerCase().startsWith(`${speaker.toLowerCase()}:`)
      lines.push({ seconds: startTime, text: isNamed ? `${speaker}: ${text}` : text })
    }
    isOpen = !/[.!?…]["”’)]?$/.test(text) && (open?.text ?? text).length < MAX_LINE_CHARACTERS
  }
  return lines
}

const MAX_GAP_SECONDS = 0.5

/**
 * Automatic captions often repeat the end of the previous caption and add some words. If most of a file is like that,
 * removes the repeated words. In other files, people may really have repeated themselves.
 */
function removeRepeats(cues: readonly Cue[]): Cue[] {
  const spoken = cues.map((cue) => ({ ...cue, words: splitWords(cue.text) })).filter(({ words }) => words.length > 0)
  const repeated = spoken.map(({ startTime, words }, place) => {
    const before = spoken[place - 1]
    if (!before || startTime - (before.endTime ?? before.startTime) > MAX_GAP_SECONDS) return 0
    const count = countOverlap(before.words, words)
    const lastLine = splitWords(before.text.trim().split('\n').at(-1) ?? '')
    return count >= lastLine.length ? count : 0
  })
  const rolling = repeated.filter((count) => count > 0)
  const isRolling = rolling.length * 2 >= spoken.length - 1 && (rolling.length > 1 || (rolling[0] ?? 0) > 1)
  if (!isRolling) return [...cues]
  return spoken.map((cue, place) => ({ ...cue, text: cue.words.slice(repeated[place]).join(' ') }))
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/**
 * Counts how many words at the end of one text are also the start of the next. Uses the Knuth-Morris-Pratt algorithm,
 * which reads each word at most twice.
 */
function countOverlap(before: readonly string[], after: readonly string[]): number {
  const borders = [0]
  const extend = (matched: number, word: string | undefined) => {
    let length = matched
    while (length > 0 && (length === after.length || after[length] !== word)) length = borders[length - 1] ?? 0
    return after[length] === word ? length + 1 : length
  }
  for (let at = 1; at < after.length; at += 1) borders.push(extend(borders[at - 1] ?? 0, after[at]))
  let matched = 0
  for (const word of before.slice(-after.length)) matched = extend(matched, word)
  return matched
}
