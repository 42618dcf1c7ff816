import type { ReadAt } from './mp4-order.rules.ts'

const KILOBITS_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const KILOBITS_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const HERTZ_V1 = [44_100, 48_000, 32_000]

type Frame = { bytes: number; seconds: number; sideInfoBytes: number }

/** `missing` is the number of announced bytes that the file lacks. */
type Mp3Length = { seconds: number; missing: number }

const WINDOW = 1024 * 1024
/** This is enough for the largest frame and the header of the next one. */
const LOOK_AHEAD = 4096

/**
 * Measures an MP3 by reading every frame. Ignores the length in its headers, because a file may contain several
 * recordings with different bit rates and channels, and tags between them.
 */
export async function readMp3Length(readAt: ReadAt, size: number): Promise<Mp3Length | undefined> {
  let window = { from: 0, bytes: await readAt(0, WINDOW) }
  let seconds = 0
  let missing = 0
  let isInStep = false
  for (let offset = 0; offset + 4 <= size;) {
    if (offset + LOOK_AHEAD > window.from + window.bytes.length && window.from !== offset)
      window = { from: offset, bytes: await readAt(offset, WINDOW) }
    const { bytes } = window
    const at = offset - window.from
    const tag = getTagLength(bytes, at)
    const frame = tag === 0 ? parseFrame(bytes, at) : undefined
    if (tag > 0) offset += tag
    else if (!frame || !(isInStep || isFollowedByFrame(bytes, at + frame.bytes))) {
      isInStep = false
      offset += 1
    } else {
      const announced = getAnnouncedBytes(bytes, at, frame)
      if (announced !== undefined) missing = Math.max(missing, offset + announced - size)
      else if (offset + frame.bytes <= size) seconds += frame.seconds
      isInStep = true
      offset += frame.bytes
    }
  }
  return seconds > 0 ? { seconds, missing } : undefined
}

/** Whether another frame follows. Random bytes may look like a frame, but rarely twice in a row. */
function isFollowedByFrame(bytes: Buffer, at: number): boolean {
  return at >= bytes.length || parseFrame(bytes, at) !== undefined || getTagLength(bytes, at) > 0
}

/** Returns the length of a tag (ID3, APE) that starts here, or 0 if there is none. */
function getTagLength(bytes: Buffer, at: number): number {
  const isTag = (name: string) => bytes.toString('latin1', at, at + name.length) === name
  const first = bytes[at]
  if (first === 0x49 && isTag('ID3')) {
    const length = bytes.subarray(at + 6, at + 10)
    return length.some((byte) => byte > 0x7f) ? 0 : 10 + length.reduce((sum, byte) => sum * 128 + byte, 0)
  }
  if (first === 0x54 && isTag('TAG')) return 128
  if (first !== 0x41 || !isTag('APETAGEX') || at + 24 > bytes.length) return 0
  // The size in the tag excludes its header. A footer comes last, so the bytes before it were already read.
  const isHeader = (bytes.readUInt32LE(at + 20) & 0x2000_0000) !== 0
  return 32 + (isHeader ? bytes.readUInt32LE(at + 12) : 0)
}

/**
 * If this frame contains no audio but announces a recording, returns the recording's length in bytes, or 0 if the frame
 * doesn't state it.
 */
function getAnnouncedBytes(bytes: Buffer, at: number, { sideInfoBytes }: Frame): number | undefined {
  const tag = at + 4 + sideInfoBytes
  if (bytes.toString('latin1', at + 36, at + 40) === 'VBRI') return 0
  if (!['Xing', 'Info'].includes(bytes.toString('latin1', tag, tag + 4))) return undefined
  // The first flag bit is for the number of frames, and the second for the number of bytes.
  const flags = bytes[tag + 7] ?? 0
  const field = tag + 8 + (flags & 1) * 4
  return (flags & 2) === 2 && field + 4 <= bytes.length ? bytes.readUInt32BE(field) : 0
}

function parseFrame(bytes: Buffer, at: number): Frame | undefined {
  if (bytes[at] !== 0xff || at + 4 > bytes.length) return undefined
  const version = bytes[at + 1] ?? 0
  const rates = bytes[at + 2] ?? 0
  const isLayerThree = (version & 0xe6) === 0xe2
  if (!isLayerThree) return undefined
  // In bits 3 and 4, the value 3 means MPEG 1, 2 means MPEG 2, and 0 means MPEG 2.5.
  const generation = (version >> 3) & 3
  const isFirst = generation === 3
  const kilobits = (isFirst ? KILOBITS_V1 : KILOBITS_V2)[rates >> 4]
  const fullHertz = HERTZ_V1[(rates >> 2) & 3]
  if (generation === 1 || !kilobits || !fullHertz) return undefined
  const hertz = isFirst ? fullHertz : generation === 2 ? fullHertz / 2 : fullHertz / 4
  const samples = isFirst ? 1152 : 576
  const isMono = (bytes[at + 3] ?? 0) >> 6 === 3
  return {
    bytes: Math.floor((samples / 8) * ((kilobits * 1000) / hertz)) + ((rates >> 1) & 1),
    seconds: samples / hertz,
    sideInfoBytes: isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17,
  }
}
