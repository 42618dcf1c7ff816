import type { ReadAt } from './mp4-order.rules.ts'

const KILOBITS_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const KILOBITS_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const HERTZ_V1 = [44_100, 48_000, 32_000]

type Frame = { bytes: number; samples: number; hertz: number; sideInfoBytes: number }

/** `missing`: how many bytes of it its header tells of, and are not there. */
type Length = { seconds: number; missing: number }

/** The length of an MP3: by its Xing header, or else by walking over all its frames. */
export async function mp3Seconds(readAt: ReadAt, size: number): Promise<Length | undefined> {
  const start = await firstFrame(readAt, await afterId3(readAt))
  if (start === undefined) return undefined
  const head = await readAt(start, 256)
  const frame = frameAt(head, 0)
  if (!frame) return undefined

  const tag = 4 + frame.sideInfoBytes
  const isTagged = ['Xing', 'Info'].includes(head.toString('latin1', tag, tag + 4))
  // Which of its fields are there: the first bit is the number of frames, the second that of bytes.
  const fields = isTagged ? (head[tag + 7] ?? 0) : 0
  const seconds =
    (fields & 1) === 1
      ? (head.readUInt32BE(tag + 8) * frame.samples) / frame.hertz
      : await walkFrames(readAt, start, size)
  if (seconds === undefined) return undefined
  const told = (fields & 3) === 3 ? head.readUInt32BE(tag + 12) : 0
  return { seconds, missing: Math.max(0, start + told - size) }
}

async function walkFrames(readAt: ReadAt, start: number, size: number): Promise<number | undefined> {
  const WINDOW = 1024 * 1024
  let seconds = 0
  let window = { from: start, bytes: await readAt(start, WINDOW) }
  for (let offset = start; offset + 4 <= size;) {
    if (offset + 4 > window.from + window.bytes.length) window = { from: offset, bytes: await readAt(offset, WINDOW) }
    const frame = frameAt(window.bytes, offset - window.from)
    if (!frame) break
    seconds += frame.samples / frame.hertz
    offset += frame.bytes
  }
  return seconds > 0 ? seconds : undefined
}

/** A recording may begin with an ID3 tag, whose length is written in four times seven bits. */
async function afterId3(readAt: ReadAt): Promise<number> {
  const head = await readAt(0, 10)
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0
  return 10 + head.subarray(6, 10).reduce((length, byte) => length * 128 + (byte & 0x7f), 0)
}

async function firstFrame(readAt: ReadAt, from: number): Promise<number | undefined> {
  const bytes = await readAt(from, 64 * 1024)
  for (let index = 0; index + 4 <= bytes.length; index += 1) {
    if (frameAt(bytes, index)) return from + index
  }
  return undefined
}

function frameAt(bytes: Buffer, at: number): Frame | undefined {
  const [sync = 0, version = 0, rates = 0, channels = 0] = bytes.subarray(at, at + 4)
  const isLayerThree = sync === 0xff && (version & 0xe6) === 0xe2
  if (!isLayerThree) return undefined
  // Bits 3 and 4: 3 is MPEG 1, 2 is MPEG 2, 0 is MPEG 2.5.
  const generation = (version >> 3) & 3
  const isFirst = generation === 3
  const kilobits = (isFirst ? KILOBITS_V1 : KILOBITS_V2)[rates >> 4]
  const fullHertz = HERTZ_V1[(rates >> 2) & 3]
  if (generation === 1 || !kilobits || !fullHertz) return undefined
  const hertz = isFirst ? fullHertz : generation === 2 ? fullHertz / 2 : fullHertz / 4
  const samples = isFirst ? 1152 : 576
  const isMono = channels >> 6 === 3
  const sideInfoBytes = isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17
  return {
    bytes: Math.floor((samples / 8) * ((kilobits * 1000) / hertz)) + ((rates >> 1) & 1),
    samples,
    hertz,
    sideInfoBytes,
  }
}
