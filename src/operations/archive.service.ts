import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { AppError } from '#shared/app-error.ts'
import { OperatorError } from '#shared/operator-error.ts'

const BLOCK_BYTES = 512
const CHUNK_BYTES = 256 * 1024
// The size field has twelve octal digits.
const MAX_ENTRY_BYTES = 8 ** 12 - 1

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export type ArchiveWriter = {
  add(name: string, content: Uint8Array): Promise<void>
  addStream(entry: { name: string; bytes: number }, chunks: Chunks): Promise<void>
}

/**
 * Writes a tar file that every `tar` can unpack. The file gets its final name only when it is complete and synced to
 * disk.
 */
export async function writeArchive(file: string, write: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const draft = `${file}.unfinished`
  // Only the operator may read it.
  const handle = await open(draft, 'w', 0o600)
  try {
    const addStream: ArchiveWriter['addStream'] = async ({ name, bytes }, chunks) => {
      await writeFully(handle, createHeader(name, bytes))
      let written = 0
      for await (const chunk of chunks) {
        await writeFully(handle, chunk)
        written += chunk.byteLength
      }
      if (written !== bytes) throw new Error(`${name} has ${written} bytes and should have ${bytes}`)
      await writeFully(handle, Buffer.alloc(paddingFor(bytes)))
    }
    await write({ addStream, add: (name, content) => addStream({ name, bytes: content.byteLength }, [content]) })
    await writeFully(handle, Buffer.alloc(2 * BLOCK_BYTES))
    await handle.sync()
    await handle.close()
    await rename(draft, file)
  } catch (error) {
    await handle.close()
    await rm(draft, { force: true })
    // Adds the file's name, which read errors in the middle of a file lack.
    const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    throw isFull
      ? new OperatorError(
          `The disk that contains ${file} is full. No backup was written. Free up space on that disk, or use another one.`,
        )
      : error
  }
}

async function writeFully(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength;) at += (await handle.write(bytes, at)).bytesWritten
}

function paddingFor(bytes: number): number {
  return (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES
}

function createHeader(name: string, bytes: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  if (Buffer.byteLength(name) > 100) throw new Error(`The name is too long for a tar file: ${name}`)
  if (bytes > MAX_ENTRY_BYTES) throw new Error(`The file is too large for a tar file: ${name}`)
  block.write(name, 0)
  block.write(octal(0o600, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(bytes, 11), 124)
  block.write(octal(Math.floor(Date.now() / 1000), 11), 136)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  block.write(`${octal(checksum(block), 6)} `, 148)
  return block
}

/** The sum of all bytes of a header, with the checksum field itself counted as spaces. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
}

export type ArchiveEntry = { name: string; bytes: number; read: () => AsyncGenerator<Buffer> }

/**
 * Yields the entries in order; each can be read as long as the archive exists. Supports only plain files with short
 * names, which is all that `writeArchive` writes. Before reading an entry, throws if its header is damaged or
 * truncated.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const handle = await open(file)
  try {
    const found = await handle.stat()
    if (found.isDirectory())
      throw new AppError('invalid', `${file} is a folder, but a file is needed. Use the path of a backup file.`)
    const { size } = found
    for (let at = 0; ;) {
      if (at + BLOCK_BYTES > size) throw truncatedArchiveError()
      const block = await readFully(handle, at, BLOCK_BYTES)
      if (block.every((byte) => byte === 0)) return
      const entry = parseHeader(block)
      if (!entry)
        throw new AppError('invalid', `${file} is not a backup, or is damaged at byte ${at}. Use another backup.`)
      const { name, bytes } = entry
      const from = at + BLOCK_BYTES
      at = from + bytes + paddingFor(bytes)
      if (at > size) throw truncatedArchiveError()
      yield { name, bytes, read: () => readChunks(handle, from, bytes) }
    }
  } finally {
    await handle.close()
  }
}

/** Undefined if the block is not the header of a plain file. */
function parseHeader(block: Buffer): Omit<ArchiveEntry, 'read'> | undefined {
  const field = (from: number, length: number) => block.toString('latin1', from, from + length).replace(/\0.*$/s, '')
  const [name, size, kind, longName] = [field(0, 100), field(124, 12), field(156, 1), field(345, 155)]
  if (field(257, 5) !== 'ustar' || Number.parseInt(field(148, 8), 8) !== checksum(block)) return undefined
  // Tar's other size formats, including negative sizes, don't occur in backups.
  if (!/^[0-7]{1,12}$/.test(size) || kind !== '0' || longName !== '') return undefined
  return { name, bytes: Number.parseInt(size, 8) }
}

async function* readChunks(handle: FileHandle, from: number, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; at += CHUNK_BYTES)
    yield await readFully(handle, from + at, Math.min(CHUNK_BYTES, bytes - at))
}

async function readFully(handle: FileHandle, from: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  for (let at = 0; at < bytes;) {
    const { bytesRead } = await handle.read(buffer, at, bytes - at, from + at)
    if (bytesRead === 0) throw truncatedArchiveError()
    at += bytesRead
  }
  return buffer
}

export function truncatedArchiveError(): AppError {
  return new AppError('invalid', 'The backup is incomplete: its end is missing. Use another backup.')
}
