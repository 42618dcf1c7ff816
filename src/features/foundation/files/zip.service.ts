import { constants, inflateRawSync } from 'node:zlib'
import type { ReadAt } from './mp4-order.rules.ts'

type Entry = { name: string; method: number; bytes: number; at: number }

/** A ZIP archive of which only the directory has been read. Its files are read when requested. */
export type Zip = {
  names: readonly string[]
  /** Reads a part. Returns undefined if it is missing, damaged, or larger than `limit` bytes. */
  read(name: string, limit: number): Promise<Uint8Array | undefined>
  begin(name: string): Promise<Uint8Array | undefined>
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const MAX_COMMENT = 65_535
const MAX_DIRECTORY = 16_000_000
const BEGINNING = 4_096

/** Opens a ZIP archive. Returns undefined if the file is not one. Allows other bytes before the archive. */
export async function openZip(readAt: ReadAt, size: number): Promise<Zip | undefined> {
  const tailAt = Math.max(0, size - END_BYTES - MAX_COMMENT)
  const tail = await readAt(tailAt, size - tailAt)
  const found = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (found === -1 || found + END_BYTES > tail.length || tail.readUInt32LE(found) !== END) return undefined
  const bytes = tail.readUInt32LE(found + 12)
  const from = tailAt + found - bytes
  if (bytes > MAX_DIRECTORY || from < 0) return undefined
  const shift = from - tail.readUInt32LE(found + 16)
  const entries = parseEntries(await readAt(from, bytes), shift)

  const packed = async (name: string, limit: number) => {
    const entry = entries.get(normalizeName(name))
    if (!entry) return undefined
    const head = await readAt(entry.at, 30)
    if (head.length < 30 || head.readUInt32LE(0) !== LOCAL) return undefined
    const at = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
    return {
      method: entry.method,
      content: await readAt(at, Math.min(entry.bytes, limit)),
      isWhole: entry.bytes <= limit,
    }
  }
  return {
    names: [...entries.values()].map(({ name }) => name),
    async read(name, limit) {
      const entry = await packed(name, limit)
      if (!entry?.isWhole) return undefined
      if (entry.method === 0) return entry.content
      try {
        return entry.method === 8 ? inflateRawSync(entry.content, { maxOutputLength: limit }) : undefined
      } catch {
        return undefined
      }
    },
    async begin(name) {
      const entry = await packed(name, BEGINNING)
      if (!entry || entry.method === 0) return entry?.content
      try {
        return inflateRawSync(entry.content, {
          finishFlush: constants.Z_SYNC_FLUSH,
          // Four kilobytes can decompress to at most four megabytes.
          maxOutputLength: BEGINNING * 1_100,
        }).subarray(0, BEGINNING)
      } catch {
        return undefined
      }
    },
  }
}

function parseEntries(directory: Buffer, shift: number): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY;) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const name = directory.toString('utf8', at + 46, at + 46 + nameBytes)
    entries.set(normalizeName(name), {
      name,
      method: directory.readUInt16LE(at + 10),
      bytes: directory.readUInt32LE(at + 20),
      at: directory.readUInt32LE(at + 42) + shift,
    })
    at += 46 + nameBytes + extraBytes + commentBytes
  }
  return entries
}

/** Returns a name for comparisons, because the names of parts are not case-sensitive. */
function normalizeName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}
