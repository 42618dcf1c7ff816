/** Reads part of a file. Returns fewer bytes if the file ends there. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>

/** A top-level MP4 box: `moov` is the index, `mdat` contains video and audio. */
export type Box = { type: string; from: number; to: number }

export type Mp4Layout = {
  boxes: Box[]
  missing: number
}

const MAX_BOXES = 100_000

/** Reads which boxes a file contains. This also runs in browsers. */
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

/** Reads the header of a box. Returns undefined if no box starts here. */
function parseBox(head: Uint8Array, from: number, end: number): Box | undefined {
  if (head.length < 8) return undefined
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const short = view.getUint32(0)
  // A size of 1 means that a 64-bit size follows; 0 means that the box extends to the end.
  const isLong = short === 1 && head.length === 16
  const size = isLong ? Number(view.getBigUint64(8)) : short === 0 ? end - from : short
  return size < (isLong ? 16 : 8)
    ? undefined
    : { type: String.fromCharCode(...head.subarray(4, 8)), from, to: from + size }
}

/** Returns the index and the recording if the index comes last, or undefined if it comes first. */
export function findTrailingIndex({ boxes }: Mp4Layout): { index: Box; recording: Box } | undefined {
  const index = boxes.find(({ type }) => type === 'moov')
  const recording = boxes.find(({ type }) => type === 'mdat')
  return index && recording && recording.from < index.from ? { index, recording } : undefined
}

/** Whether this is a fragmented MP4 for streaming, in which each fragment has an index. */
export function isFragmented({ boxes }: Mp4Layout): boolean {
  return boxes.some(({ type }) => type === 'moof')
}

/**
 * Adjusts the index for its new place in front of the recording by adding its length to every offset. Returns undefined
 * if an offset no longer fits into its field.
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

/** Finds the index's tables of chunk offsets. `at` is the position after a table's header. */
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
    // An index can't be nested deeper than the number of container names.
    if (CONTAINER_BOXES.has(box.type) && depth < CONTAINER_BOXES.size)
      yield* findOffsetTables(bytes, at, box.to, depth + 1)
    else if (/^(stco|co64)$/.test(box.type) && at + 8 <= box.to) yield { type: box.type, at, end: box.to }
    from = box.to
  }
}
