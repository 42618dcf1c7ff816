/** What is said from a second on, until the next line begins. */
export type Line = { seconds: number; text: string }

type Cue = { startTime: number; text: string }

// Where a sentence goes on and on, a line ends all the same.
const LONG_CHARACTERS = 220

/** Captions are cut to fit a screen: here they are joined until a sentence ends, to be read. */
export function linesOf(cues: readonly Cue[]): Line[] {
  const lines: Line[] = []
  let isOpen = false
  for (const { startTime, text: shown } of cues) {
    const text = shown.replaceAll(/\s+/g, ' ').trim()
    if (text === '') continue
    const open: Line | undefined = isOpen ? lines.at(-1) : undefined
    if (open) open.text += ` ${text}`
    else lines.push({ seconds: startTime, text })
    isOpen = !/[.!?…]["”’)]?$/.test(text) && (open?.text ?? text).length < LONG_CHARACTERS
  }
  return lines
}

/** The place of the line that is being said; -1 before the first. */
export function lineAt(lines: readonly Line[], seconds: number): number {
  return lines.findLastIndex((line) => line.seconds <= seconds)
}
