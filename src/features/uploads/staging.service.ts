import { type FileHandle, mkdir, open, opendir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '#platform/config.ts'
import { unlessMissing } from '#platform/files/unless-missing.ts'

/** Written at once: fewer and larger writes, and as much memory for each upload. */
const WRITTEN_AT_ONCE = 1024 ** 2

/** Beside the stored files, so that what is whole can join them without a copy; no file of the store is called so. */
export function stagingFolder({ files, dataDir }: Pick<Config, 'files' | 'dataDir'>): string {
  return path.join(files.kind === 'folder' ? files.folder : dataDir, 'uploads')
}

export function stagedPlace(config: Pick<Config, 'files' | 'dataDir'>, id: string): string {
  return path.join(stagingFolder(config), id)
}

/** An MP4 with its index in front, on its way to the store. */
export function arrangedPlace(config: Pick<Config, 'files' | 'dataDir'>, id: string): string {
  return path.join(stagingFolder(config), `${id}.arranged`)
}

export async function beginStaged(place: string): Promise<void> {
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
  const file = await open(place, 'wx', 0o600)
  await file.close()
}

/** Undefined where it is gone. */
export async function stagedBytes(place: string): Promise<number | undefined> {
  return (await unlessMissing(stat(place)))?.size
}

export async function removeStaged(config: Pick<Config, 'files' | 'dataDir'>, id: string): Promise<void> {
  await rm(stagedPlace(config, id), { force: true })
  await rm(arrangedPlace(config, id), { force: true })
}

/** All that lies there, by the ids of uploads. */
export async function* listStaged(config: Pick<Config, 'files' | 'dataDir'>): AsyncGenerator<string> {
  const folder = await unlessMissing(opendir(stagingFolder(config)))
  if (!folder) return
  for await (const { name } of folder) yield name.replace(/[.]arranged$/, '')
}

/**
 * Writes what comes from a place on, never past `to`, and returns up to where it is kept for good: a connection that breaks or a disk that is full leaves what
 * had come before. `failure`: why it ended early.
 */
export async function writeStaged(
  place: string,
  body: Readable,
  { from, to }: { from: number; to: number },
): Promise<{ at: number; failure: unknown }> {
  const file = await open(place, 'r+')
  let at = from
  let failure: unknown
  try {
    let waiting: Uint8Array[] = []
    let bytes = 0
    const flush = async () => {
      if (bytes === 0) return
      await writeAll(file, waiting, at)
      at += bytes
      waiting = []
      bytes = 0
    }
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        if (at + bytes + chunk.byteLength > to) throw new RangeError('More came than was announced')
        waiting.push(chunk)
        bytes += chunk.byteLength
        if (bytes >= WRITTEN_AT_ONCE) await flush()
      }
    } catch (error) {
      failure = error
    }
    if (!(failure instanceof RangeError)) await flush().catch((error: unknown) => (failure = error))
    await file.datasync()
  } finally {
    await file.close()
  }
  return { at, failure }
}

async function writeAll(file: FileHandle, pieces: Uint8Array[], at: number): Promise<void> {
  const whole = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const { bytesWritten } = await file.writev(pieces, at)
  if (bytesWritten === whole) return
  // A disk that is almost full takes a part; the next try says why.
  const rest = Buffer.concat(pieces).subarray(bytesWritten)
  for (let done = 0; done < rest.length;) {
    const { bytesWritten: more } = await file.write(rest, done, rest.length - done, at + bytesWritten + done)
    done += more
  }
}
