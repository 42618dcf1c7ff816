/** Reads a piece of a file; shorter than asked for at its end. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>

/** The length of an MP4 or M4A in seconds, from its movie header; undefined when the file has none. */
export async function mp4Seconds(readAt: ReadAt, size: number): Promise<number | undefined> {
  const movie = await findBox(readAt, 'moov', { from: 0, to: size })
  const header = movie && (await findBox(readAt, 'mvhd', movie))
  if (!header) return undefined
  const fields = await readAt(header.from, 32)
  if (fields.length < 32) return undefined
  const isLong = fields[0] === 1
  const timescale = fields.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(fields.readBigUInt64BE(24)) : fields.readUInt32BE(16)
  return timescale > 0 && duration > 0 ? duration / timescale : undefined
}

type Span = { from: number; to: number }

async function findBox(readAt: ReadAt, type: string, within: Span): Promise<Span | undefined> {
  for (let offset = within.from; offset + 8 <= within.to;) {
    const head = await readAt(offset, 16)
    if (head.length < 8) return undefined
    const short = head.readUInt32BE(0)
    // 1: the size follows in 64 bits. 0: the box reaches to the end.
    const isLong = short === 1 && head.length === 16
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? within.to - offset : short
    if (size < 8) return undefined
    const end = Math.min(offset + size, within.to)
    if (head.toString('latin1', 4, 8) === type) return { from: offset + (isLong ? 16 : 8), to: end }
    offset += size
  }
  return undefined
}

const KILOBITS_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const KILOBITS_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const HERTZ_V1 = [44_100, 48_000, 32_000]

type Frame = { bytes: number; samples: number; hertz: number; sideInfoBytes: number }

/** The length of an MP3 in seconds: by its Xing header, or else by walking over all its frames. */
export async function mp3Seconds(readAt: ReadAt, size: number): Promise<number | undefined> {
  const start = await firstFrame(readAt, await afterId3(readAt))
  if (start === undefined) return undefined
  const head = await readAt(start, 256)
  const frame = frameAt(head, 0)
  if (!frame) return undefined

  const tag = 4 + frame.sideInfoBytes
  const hasCount = ['Xing', 'Info'].includes(head.toString('latin1', tag, tag + 4)) && ((head[tag + 7] ?? 0) & 1) === 1
  if (hasCount) return (head.readUInt32BE(tag + 8) * frame.samples) / frame.hertz
  return walkFrames(readAt, start, size)
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
