import type { TranscriptLine } from '#shared/transcript.ts'

export { type TranscriptLine, toTranscriptLines } from '#shared/transcript.ts'

/** Returns the index of the line at this time, or -1 before the first line. */
export function findLineIndex(lines: readonly TranscriptLine[], seconds: number): number {
  return lines.findLastIndex((line) => line.seconds <= seconds)
}
