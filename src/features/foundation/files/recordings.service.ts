import { open } from 'node:fs/promises'
import { readChunks } from '#platform/files/files.ts'
import { readMp3Length } from './mp3-length.rules.ts'
import { type Box, findTrailingIndex, relocateIndex, readMp4Layout, type ReadAt } from './mp4-order.rules.ts'
import { type Advice, describeTruncation, type Recording, playabilityError } from './playability.rules.ts'
import { readRecording } from './media-tracks.rules.ts'

/** The index of an MP4, if it comes after the recording. */
export type TrailingIndex = { index: Box; recording: Box }

/**
 * `behind` is set if the index comes last. Then it must move to the front, so that browsers can start playback
 * immediately.
 */
export type ExaminedRecording = { seconds: number; behind: TrailingIndex | undefined } | { wrong: string }

type RecordingInput = {
  source: string
  size: number
  readAt: ReadAt
  use: 'video' | 'audio'
  contentType: string
  advice: Advice
}

/**
 * Examines a video or audio file: measures its length and checks whether every browser plays it. Reads only a little of
 * the file.
 */
export async function examineRecording(given: RecordingInput): Promise<ExaminedRecording> {
  const { contentType, readAt, size, use, advice } = given
  if (contentType === 'audio/mpeg') return examineMp3(given)
  const order = await readMp4Layout(readAt, size)
  const recording = { ...(await readRecordingFile(given.source)), order }
  const wrong = playabilityError(recording, use, advice)
  if (wrong !== undefined) return { wrong }
  const behind = findTrailingIndex(order)
  if (behind && !(await canRelocateIndex(readAt, behind)))
    return {
      wrong: `has its index at the end, and it can’t be moved to the front. ${advice.copy({ video: true, sound: true })}`,
    }
  return { seconds: recording.seconds, behind }
}

async function examineMp3({ readAt, size, advice }: RecordingInput): Promise<ExaminedRecording> {
  const length = await readMp3Length(readAt, size)
  if (length === undefined) return { wrong: 'is damaged or incomplete: its length can’t be read' }
  if (length.missing > 0) return { wrong: describeTruncation(length.missing, advice) }
  return { seconds: length.seconds, behind: undefined }
}

const MAX_CACHED_BYTES = 4 * 1024 * 1024

/** Reads a recording with a large library, which is loaded only by this function. */
export async function readRecordingFile(source: string): Promise<Omit<Recording, 'order'>> {
  const { ALL_FORMATS, FilePathSource, Input, Logging } = await import('mediabunny')
  // Turns off the library's log, because the academy has its own messages for unknown files.
  Logging.level = 0
  return readRecording(
    new Input({ formats: ALL_FORMATS, source: new FilePathSource(source, { maxCacheSize: MAX_CACHED_BYTES }) }),
  )
}

const MAX_INDEX_BYTES = 64 * 1024 * 1024

async function canRelocateIndex(readAt: ReadAt, { index, recording }: TrailingIndex): Promise<boolean> {
  const bytes = index.to - index.from
  if (bytes > MAX_INDEX_BYTES) return false
  return relocateIndex(await readAt(index.from, bytes), { from: recording.from, to: index.from }) !== undefined
}

/**
 * Yields the bytes of an MP4 with its index moved in front of the recording, so that browsers can start playback
 * immediately.
 */
export async function* moveIndexToFront(
  source: string,
  { index, recording }: TrailingIndex,
): AsyncGenerator<Uint8Array> {
  const span = { from: recording.from, to: index.from }
  // Reads the index again instead of keeping it in memory, because long videos have large indexes, and several files
  // may be waiting to be stored.
  const handle = await open(source, 'r')
  const given = Buffer.alloc(index.to - index.from)
  try {
    await handle.read(given, 0, given.length, index.from)
  } finally {
    await handle.close()
  }
  if (span.from > 0) yield* readChunks(source, { from: 0, to: span.from })
  yield relocateIndex(given, span) ?? given
  yield* readChunks(source, span)
  yield* readChunks(source, { from: index.to, to: Infinity })
}
