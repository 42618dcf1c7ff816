import { open } from 'node:fs/promises'
import { readChunks } from '#platform/files/files.ts'
import { createReader } from './file-reader.service.ts'
import { readMp3Length } from './mp3-length.rules.ts'
import {
  type Box,
  findTrailingIndex,
  type Mp4Layout,
  relocateIndex,
  readMp4Layout,
  type ReadAt,
} from './mp4-order.rules.ts'
import {
  type Advice,
  describeTruncation,
  findHeavyVideoWarnings,
  type Recording,
  playabilityError,
  selectMovieTracks,
} from './playability.rules.ts'
import { readRecording } from './media-tracks.rules.ts'
import { buildMp4Head } from './quicktime.rules.ts'

/** The index of an MP4, if it comes after the recording. */
export type TrailingIndex = { index: Box; recording: Box }

/** How a recording is stored differently, so that browsers can play it and start immediately. */
export type RecordingRewrite =
  /** The index of an MP4 moves to the front. */
  | { kind: 'index'; behind: TrailingIndex }
  /** A QuickTime movie becomes an MP4. */
  | { kind: 'movie' }

export type ExaminedRecording =
  | { seconds: number; warnings: { message: string }[]; rewrite: RecordingRewrite | undefined }
  | { wrong: string }

type RecordingInput = {
  source: string
  name: string
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
  const { contentType, name, readAt, size, use, advice } = given
  if (contentType === 'audio/mpeg') return examineMp3(given)
  const order = await readMp4Layout(readAt, size)
  const recording = { ...(await readRecordingFile(given.source)), order }
  if (use === 'video' && recording.container === 'quicktime') return examineMovie(recording, given)
  const wrong = playabilityError(recording, use, advice)
  if (wrong !== undefined) return { wrong }
  const behind = findTrailingIndex(order)
  if (behind && !(await canRelocateIndex(readAt, behind)))
    return {
      wrong: `has its index at the end, and it can’t be moved to the front. ${advice.copy({ video: true, sound: true })}`,
    }
  return {
    seconds: recording.seconds,
    warnings: use === 'video' ? findHeavyVideoWarnings(recording, { bytes: size, name }) : [],
    rewrite: behind && { kind: 'index', behind },
  }
}

/** A QuickTime movie can be used if an MP4 with its video and audio can. */
async function examineMovie(
  recording: Recording & { order: Mp4Layout },
  { name, readAt, size, use, advice }: RecordingInput,
): Promise<ExaminedRecording> {
  const tracks = selectMovieTracks(recording.tracks)
  const wrong = playabilityError({ ...recording, container: 'mp4', tracks }, use, advice)
  if (wrong !== undefined) return { wrong }
  const head = await buildHead(readAt, recording.order)
  if (!head || !(await isPlayableMp4(head, { ...recording, readAt })))
    return {
      wrong: `is a QuickTime movie (MOV) that can’t be converted here. ${advice.copy({ video: true, sound: true })}`,
    }
  return {
    seconds: recording.seconds,
    warnings: findHeavyVideoWarnings({ ...recording, tracks }, { bytes: size, name }),
    rewrite: { kind: 'movie' },
  }
}

const getMedia = ({ boxes }: Mp4Layout) => boxes.filter(({ type }) => type === 'mdat')

async function buildHead(readAt: ReadAt, order: Mp4Layout): Promise<Buffer | undefined> {
  const index = order.boxes.find(({ type }) => type === 'moov')
  if (!index || index.to - index.from > MAX_INDEX_BYTES) return undefined
  return buildMp4Head(await readAt(index.from, index.to - index.from), getMedia(order))
}

/** Reads the MP4 that would result, without writing it. */
async function isPlayableMp4(
  head: Buffer,
  { order, seconds, readAt }: { order: Mp4Layout; seconds: number; readAt: ReadAt },
): Promise<boolean> {
  const { CustomSource, Input, MP4 } = await import('mediabunny')
  const media = getMedia(order)
  const source = new CustomSource({
    getSize: () => media.reduce((sum, { from, to }) => sum + to - from, head.length),
    read: (from, to) => readParts(head, { media, readAt, from, to }),
    maxCacheSize: MAX_CACHED_BYTES,
  })
  const result = await readRecording(new Input({ formats: [MP4], source }))
  const isSameLength = Math.abs(result.seconds - seconds) < MAX_DIFFERENCE_SECONDS
  return isSameLength && playabilityError({ ...result, order: undefined }, 'video', NO_ADVICE) === undefined
}

const MAX_DIFFERENCE_SECONDS = 0.5
const NO_ADVICE: Advice = { copy: () => '', again: '', noPicture: '', recordHevc: '' }

type Range = { media: readonly Box[]; readAt: ReadAt; from: number; to: number }

async function readParts(head: Buffer, { media, readAt, from, to }: Range): Promise<Uint8Array> {
  const parts = [head.subarray(from, to)]
  let at = head.length
  for (const box of media) {
    const [first, last] = [Math.max(from, at), Math.min(to, at + box.to - box.from)]
    if (first < last) parts.push(await readAt(box.from + first - at, last - first))
    at += box.to - box.from
  }
  return Buffer.concat(parts)
}

async function examineMp3({ readAt, size, advice }: RecordingInput): Promise<ExaminedRecording> {
  const length = await readMp3Length(readAt, size)
  if (length === undefined) return { wrong: 'is damaged or incomplete: its length can’t be read' }
  if (length.missing > 0) return { wrong: describeTruncation(length.missing, advice) }
  return { seconds: length.seconds, warnings: [], rewrite: undefined }
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

/** The bytes of an MP4 with the video and audio of an examined QuickTime movie. */
export async function* convertMovie(source: string): AsyncGenerator<Uint8Array> {
  const handle = await open(source, 'r')
  let order: Mp4Layout
  try {
    const { size } = await handle.stat()
    const readAt = createReader(handle, size)
    order = await readMp4Layout(readAt, size)
    const head = await buildHead(readAt, order)
    if (!head) throw new Error('The movie has changed.')
    yield head
  } finally {
    await handle.close()
  }
  for (const { from, to } of getMedia(order)) yield* readChunks(source, { from, to })
}
