import type { TranscriptLine } from '#shared/transcript.ts'

export { type TranscriptLine, toTranscriptLines } from '#shared/transcript.ts'

/** The index of the line at this time; -1 before the first line. */
export function findLineIndex(lines: readonly TranscriptLine[], seconds: number): number {
  return lines.findLastIndex((line) => line.seconds <= seconds)
}
