import { Unzip, type UnzipFile, UnzipInflate } from 'fflate'

const MAX_ENTRIES = 3_000
const MAX_INFLATED_BYTES = 16 * 1024 * 1024
/** Canvas writes 4 kB per question. */
const MAX_XML_BYTES = 4 * 1024 * 1024
/**
 * How many bytes are decompressed at once. They may expand to a thousand times as many before a ZIP bomb is detected.
 */
const CHUNK_BYTES = 8 * 1024

const TOO_LARGE = 'This package is larger than 16 MB when unzipped. Split it into smaller packages.'
const FILE_TOO_LARGE = 'An XML file in this package is larger than 4 MB when unzipped. Split it into smaller files.'
const DAMAGED = 'This package can’t be opened. It is damaged or has a password. Export it again without a password.'

class InvalidPackageError extends Error {}

export function isPackage(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/** The XML files of a ZIP by name, or why it was rejected. Writes nothing and stops ZIP bombs early. */
export function openPackage(bytes: Uint8Array): { files: Map<string, Uint8Array> } | { wrong: string } {
  const files = new Map<string, Uint8Array>()
  const unfinished = new Set<string>()
  const names = new Set<string>()
  let inflated = 0
  const unzip = new Unzip((file) => {
    const { name } = file
    if (!isSafePath(name))
      throw new InvalidPackageError('This package has a file name that points outside the package. Export it again.')
    if (names.has(name))
      throw new InvalidPackageError('This package has two files with the same name. Export it again.')
    if (names.size >= MAX_ENTRIES)
      throw new InvalidPackageError(`This package has more than ${MAX_ENTRIES} files. Split it into smaller packages.`)
    names.add(name)
    if (!/[.]xml$/i.test(name) || name.startsWith('__MACOSX/')) return
    unfinished.add(name)
    collect(file, {
      onChunk(size) {
        inflated += size
        if (inflated > MAX_INFLATED_BYTES) throw new InvalidPackageError(TOO_LARGE)
      },
      onWhole(whole) {
        files.set(name, whole)
        unfinished.delete(name)
      },
    })
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
      unzip.push(bytes.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= bytes.length)
  } catch (error) {
    return { wrong: error instanceof InvalidPackageError ? error.message : DAMAGED }
  }
  return unfinished.size > 0 || names.size === 0 ? { wrong: DAMAGED } : { files }
}

type Collecting = { onChunk: (size: number) => void; onWhole: (whole: Uint8Array) => void }

function collect(file: UnzipFile, { onChunk, onWhole }: Collecting): void {
  const chunks: Uint8Array[] = []
  let size = 0
  file.ondata = (error, chunk, isLast) => {
    // Errors thrown here are passed to the callback.
    if (error) throw error instanceof InvalidPackageError ? error : new InvalidPackageError(DAMAGED)
    onChunk(chunk.length)
    size += chunk.length
    if (size > MAX_XML_BYTES) throw new InvalidPackageError(FILE_TOO_LARGE)
    chunks.push(chunk.slice())
    if (isLast) onWhole(concatBytes(chunks))
  }
  file.start()
}

function concatBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Whether the path is relative, uses forward slashes, and contains no `..`. */
export function isSafePath(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these letters are what is looked for
  return name !== '' && !/^[/\\]|^[a-z]:|\\|[\u0000-\u001f]/i.test(name) && !name.split('/').includes('..')
}
