/** Reads a piece of a file; shorter than asked for at its end. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>

/** A part of an MP4 as the file lists them: `moov` is the index, `mdat` holds picture and sound. */
export type Box = { type: string; from: number; to: number }

/** How the outermost parts of an MP4 lie. */
export type Mp4Layout = {
  boxes: Box[]
  /** How many bytes its last part says that there should be, and are not. */
  missing: number
}

const MAX_BOXES = 100_000

/** Reads in browsers, too. */
export async function readMp4Layout(
  readAt: (offset: number, length: number) => Promise<Uint8Array>,
  size: number,
): Promise<Mp4Layout> {
  const boxes: Box[] = []
  for (let from = 0; from + 8 <= size && boxes.length < MAX_BOXES;) {
    const box = parseBox(await readAt(from, 16), from, size)
    if (!box) break
    boxes.push(box)
    if (box.to > size) return { boxes, missing: box.to - size }
    from = box.to
  }
  return { boxes, missing: 0 }
}

/** Undefined where no box begins. */
function parseBox(head: Uint8Array, from: number, end: number): Box | undefined {
  if (head.length < 8) return undefined
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const short = view.getUint32(0)
  // 1: the size follows in 64 bits. 0: the box reaches to the end.
  const isLong = short === 1 && head.length === 16
  const size = isLong ? Number(view.getBigUint64(8)) : short === 0 ? end - from : short
  return size < (isLong ? 16 : 8)
    ? undefined
    : { type: String.fromCharCode(...head.subarray(4, 8)), from, to: from + size }
}

/** The index, where all of it lies behind the recording; undefined where it lies in front. */
export function findTrailingIndex({ boxes }: Mp4Layout): { index: Box; recording: Box } | undefined {
  const index = boxes.find(({ type }) => type === 'moov')
  const recording = boxes.find(({ type }) => type === 'mdat')
  return index && recording && recording.from < index.from ? { index, recording } : undefined
}

/** Written in pieces, each with an index of its own, as for streaming. */
export function isFragmented({ boxes }: Mp4Layout): boolean {
  return boxes.some(({ type }) => type === 'moof')
}

/**
 * The same index as it must say once it lies in front of the recording: all that it points to has moved back by its own length. Undefined
 * where a place is too far for the bytes that it is written in.
 */
export function relocateIndex(index: Buffer, { from, to }: { from: number; to: number }): Buffer | undefined {
  const moved = Buffer.from(index)
  for (const { type, at, end } of findOffsetTables(moved, 0, moved.length)) {
    const width = type === 'co64' ? 8 : 4
    const last = Math.min(end, at + 8 + moved.readUInt32BE(at + 4) * width)
    for (let entry = at + 8; entry + width <= last; entry += width) {
      const place = width === 8 ? Number(moved.readBigUInt64BE(entry)) : moved.readUInt32BE(entry)
      if (place < from || place >= to) continue
      const now = place + index.length
      if (width === 8) moved.writeBigUInt64BE(BigInt(now), entry)
      else if (now > 0xff_ff_ff_ff) return undefined
      else moved.writeUInt32BE(now, entry)
    }
  }
  return moved
}

const CONTAINER_BOXES = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])

/** Where the index keeps the places of picture and sound: `at` is behind the head of the table. */
function* findOffsetTables(
  bytes: Buffer,
  start: number,
  end: number,
  depth = 0,
): Generator<{ type: string; at: number; end: number }> {
  for (let from = start; from + 8 <= end;) {
    const box = parseBox(bytes.subarray(from, Math.min(from + 16, end)), from, end)
    if (!box || box.to > end) return
    const at = from + (bytes.readUInt32BE(from) === 1 ? 16 : 8)
    // No index has more levels than there are names.
    if (CONTAINER_BOXES.has(box.type) && depth < CONTAINER_BOXES.size)
      yield* findOffsetTables(bytes, at, box.to, depth + 1)
    else if (/^(stco|co64)$/.test(box.type) && at + 8 <= box.to) yield { type: box.type, at, end: box.to }
    from = box.to
  }
}
