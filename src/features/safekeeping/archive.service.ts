import { type FileHandle, open, rename, rm } from 'node:fs/promises'

const BLOCK = 512
const PIECE_BYTES = 256 * 1024

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export type ArchiveWriter = {
  add(name: string, content: Uint8Array): Promise<void>
  addStream(entry: { name: string; bytes: number }, chunks: Chunks): Promise<void>
}

/** Writes a tar file, which every `tar` unpacks. It has its name when it is whole and on the disk, not before. */
export async function writeArchive(file: string, write: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const draft = `${file}.unfinished`
  // What is in it concerns nobody but the operator.
  const handle = await open(draft, 'w', 0o600)
  try {
    const addStream: ArchiveWriter['addStream'] = async ({ name, bytes }, chunks) => {
      await writeWhole(handle, header(name, bytes))
      let written = 0
      for await (const chunk of chunks) {
        await writeWhole(handle, chunk)
        written += chunk.byteLength
      }
      if (written !== bytes) throw new Error(`${name} has ${written} bytes and should have ${bytes}`)
      await writeWhole(handle, Buffer.alloc(padding(bytes)))
    }
    await write({ addStream, add: (name, content) => addStream({ name, bytes: content.byteLength }, [content]) })
    await writeWhole(handle, Buffer.alloc(2 * BLOCK))
    await handle.sync()
    await handle.close()
    await rename(draft, file)
  } catch (error) {
    await handle.close()
    await rm(draft, { force: true })
    throw error
  }
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength;) at += (await handle.write(bytes, at)).bytesWritten
}

function padding(bytes: number): number {
  return (BLOCK - (bytes % BLOCK)) % BLOCK
}

function header(name: string, bytes: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  if (Buffer.byteLength(name) > 100) throw new Error(`The name is too long for a tar file: ${name}`)
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

/** The sum of all bytes of a header, its own field read as spaces. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
}

export type ArchiveEntry = { name: string; bytes: number; read: () => AsyncGenerator<Buffer> }

/** The entries in their order; each can be read at any time while the archive is. Throws where it is damaged or cut short. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const handle = await open(file)
  try {
    for (let at = 0; ;) {
      const block = await readWhole(handle, at, BLOCK)
      if (block.every((byte) => byte === 0)) return
      const text = (from: number, length: number) => block.toString('utf8', from, from + length).replace(/\0.*$/s, '')
      if (text(257, 5) !== 'ustar' || Number.parseInt(text(148, 8), 8) !== checksum(block))
        throw new Error(`${file} is no backup, or is damaged at byte ${at}.`)
      const bytes = Number.parseInt(text(124, 12), 8)
      const from = at + BLOCK
      yield { name: text(0, 100), bytes, read: () => pieces(handle, from, bytes) }
      at = from + bytes + padding(bytes)
    }
  } finally {
    await handle.close()
  }
}

async function* pieces(handle: FileHandle, from: number, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; at += PIECE_BYTES)
    yield await readWhole(handle, from + at, Math.min(PIECE_BYTES, bytes - at))
}

async function readWhole(handle: FileHandle, from: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  for (let at = 0; at < bytes;) {
    const { bytesRead } = await handle.read(buffer, at, bytes - at, from + at)
    if (bytesRead === 0) throw new Error('The backup is cut short: its end is missing.')
    at += bytesRead
  }
  return buffer
}
