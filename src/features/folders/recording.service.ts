import { open } from 'node:fs/promises'
import { chunksOf } from '#platform/files/files.ts'
import { mp3Seconds } from './mp3-length.rules.ts'
import { type Box, indexAtEnd, movedIndex, orderOf, type ReadAt } from './mp4-order.rules.ts'
import { commandFor, type Recording, type Track, whyNotPlayed } from './playable.rules.ts'

/** `content`: its bytes with the index in front, where the file has it at its end. */
export type Examined = { seconds: number; content: (() => AsyncIterable<Uint8Array>) | undefined } | { wrong: string }

type Given = { source: string; size: number; readAt: ReadAt; use: 'video' | 'audio'; reference: string }

/** Looks into a video or sound: whether every browser plays it, and how long it is. Reads little of it, however large it is. */
export async function examineRecording(given: Given & { contentType: string }): Promise<Examined> {
  const { contentType, readAt, size } = given
  if (contentType === 'audio/mpeg') return examineMp3(readAt, size)
  const order = await orderOf(readAt, size)
  const recording = { ...(await recordingIn(given.source)), order }
  const wrong = whyNotPlayed(recording, given.use, given.reference)
  if (wrong !== undefined) return { wrong }
  const behind = indexAtEnd(order)
  if (!behind) return { seconds: recording.seconds, content: undefined }
  const content = await inFront(given, behind)
  return 'wrong' in content ? content : { seconds: recording.seconds, content: content.read }
}

async function examineMp3(readAt: ReadAt, size: number): Promise<Examined> {
  const length = await mp3Seconds(readAt, size)
  if (length === undefined) return { wrong: 'is damaged or not complete: its length cannot be read' }
  if (length.missing > 0)
    return {
      wrong: `is cut off: ${length.missing} bytes are missing at its end. Copy it here once more, or export it again`,
    }
  return { seconds: length.seconds, content: undefined }
}

const MOST_KEPT_BYTES = 4 * 1024 * 1024
const CONTAINERS: Readonly<Record<string, Recording['container']>> = {
  MP4: 'mp4',
  'QuickTime File Format': 'quicktime',
  MP3: 'mp3',
}

/** A library of some size, which is loaded where something is imported. */
async function recordingIn(source: string): Promise<Omit<Recording, 'order'>> {
  const { ALL_FORMATS, FilePathSource, Input, Logging } = await import('mediabunny')
  // What it does not know is told in our words.
  Logging.level = 0
  const input = new Input({
    formats: ALL_FORMATS,
    source: new FilePathSource(source, { maxCacheSize: MOST_KEPT_BYTES }),
  })
  try {
    const container = CONTAINERS[(await input.getFormat()).name] ?? 'another'
    const tracks: Track[] = []
    for (const track of await input.getTracks()) {
      const inner = await track.getInternalCodecId()
      const codec = (await track.getCodec()) ?? (typeof inner === 'string' ? inner.trim() : 'unknown')
      tracks.push({ type: track.type, codec, profile: (await track.getCodecParameterString()) ?? undefined })
    }
    return { container, tracks, seconds: tracks.length === 0 ? 0 : await input.computeDuration() }
  } catch {
    return { container: 'another', tracks: [], seconds: 0 }
  } finally {
    input.dispose()
  }
}

const LARGEST_INDEX = 256 * 1024 * 1024

/** The bytes of an MP4 with its index before the recording instead of behind it: as a browser needs it that begins to play at once. */
async function inFront(
  { readAt, source, use, reference }: Given,
  { index, recording }: { index: Box; recording: Box },
): Promise<{ read: () => AsyncIterable<Uint8Array> } | { wrong: string }> {
  const wrong = {
    wrong: `has its index at its end, where it can't be moved to the front. ${commandFor(use, reference, { video: true, sound: true })}`,
  }
  const bytes = index.to - index.from
  if (bytes > LARGEST_INDEX) return wrong
  const span = { from: recording.from, to: index.from }
  if (!movedIndex(await readAt(index.from, bytes), span)) return wrong
  async function* read() {
    // Read once more: an academy of long films has large indexes, and all of them would be held until they are stored.
    const handle = await open(source, 'r')
    const given = Buffer.alloc(bytes)
    try {
      await handle.read(given, 0, bytes, index.from)
    } finally {
      await handle.close()
    }
    if (span.from > 0) yield* chunksOf(source, { from: 0, to: span.from })
    yield movedIndex(given, span) ?? given
    yield* chunksOf(source, span)
    yield* chunksOf(source, { from: index.to, to: Infinity })
  }
  return { read }
}
