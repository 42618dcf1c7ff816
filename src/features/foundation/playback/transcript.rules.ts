import type { Line } from '#shared/transcript.ts'

export { type Line, linesOf } from '#shared/transcript.ts'

/** The place of the line that is being said; -1 before the first. */
export function lineAt(lines: readonly Line[], seconds: number): number {
  return lines.findLastIndex((line) => line.seconds <= seconds)
}
