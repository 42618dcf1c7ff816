import type { Dirent } from 'node:fs'
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ProductFile } from '#features/products/products.public.ts'
import { chunksOf } from '#platform/files/files.ts'
import { type FileUse, recognise } from './file-kind.rules.ts'
import type { ReadAt } from './mp4-order.rules.ts'
import { commandFor } from './playable.rules.ts'
import { examineRecording } from './recording.service.ts'
import type { Problem } from './problem.rules.ts'

/** A file that will go to the store: its path, or its bytes where they were drawn. */
export type SourceFile = ProductFile & {
  source: string | Uint8Array
  /** What goes to the store instead, where the file is changed on its way. */
  content?: (() => AsyncIterable<Uint8Array>) | undefined
}

/** The bytes of a file as they go to the store. */
export function contentOf({ source, content }: SourceFile): AsyncIterable<Uint8Array> {
  return content ? content() : chunksOf(source)
}

/** The folder to import. Nothing outside of it is ever read, whatever names or links inside of it say. */
export type SourceFolder = {
  /** The folder's own name. */
  name: string
  entries(folder: string): Promise<Dirent[]>
  has(file: string): Promise<boolean>
  text(file: string): Promise<string | { problem: Problem }>
  /** `reference` is relative to `folder`; the answer tells why it can't be used. */
  file(folder: string, reference: string, use: FileUse): Promise<SourceFile | { wrong: string }>
}

const LARGEST_TEXT = 1024 * 1024
const TIMED = /^(video|audio)\//
/** Names of what can be made a recording that plays. */
const RECORDINGS = /[.](mp4|m4[av]|mov|mkv|webm|avi|wmv|mpe?g|flv|3gp|mts|mp3|wav|aac|og[gv]|opus|flac|aiff?|wma)$/i

export async function openSourceFolder(folder: string): Promise<SourceFolder> {
  const root = await realpath(folder)

  /** The real place of a path inside the folder; a sentence when it is missing or leads out. */
  async function locate(relative: string): Promise<{ found: string } | { wrong: string }> {
    try {
      const found = await realpath(path.join(root, relative))
      if (found !== root && !found.startsWith(root + path.sep)) return { wrong: 'leads out of the imported folder' }
      return { found }
    } catch {
      return { wrong: 'does not exist' }
    }
  }

  return {
    name: path.basename(root),

    async entries(relative) {
      const place = await locate(relative)
      if ('wrong' in place || !(await stat(place.found)).isDirectory()) return []
      const entries = await readdir(place.found, { withFileTypes: true })
      return entries.filter((entry) => !entry.name.startsWith('.')).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },

    async has(relative) {
      return 'found' in (await locate(relative))
    },

    async text(relative) {
      const place = await locate(relative)
      if ('wrong' in place) return { problem: { file: relative, message: place.wrong } }
      const facts = await stat(place.found)
      if (!facts.isFile() || facts.size > LARGEST_TEXT) {
        return { problem: { file: relative, message: 'must be a text file of at most 1 MB' } }
      }
      const bytes = await readFile(place.found)
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
      } catch {
        return { problem: { file: relative, message: 'must be text in UTF-8' } }
      }
    },

    async file(within, reference, use) {
      const isInside = !path.isAbsolute(reference) && !/[\\\0]/.test(reference) && !reference.split('/').includes('..')
      if (!isInside) return { wrong: `${reference} must be a path inside this folder, such as media/01.mp4` }
      const place = await locate(path.posix.join(within, reference))
      if ('wrong' in place) return { wrong: `${reference} ${place.wrong}` }
      if (!(await stat(place.found)).isFile()) return { wrong: `${reference} is not a file` }
      const read = await examine(place.found, reference, use)
      return 'wrong' in read ? { wrong: `${reference} ${read.wrong}` } : read
    },
  }
}

async function examine(source: string, reference: string, use: FileUse): Promise<SourceFile | { wrong: string }> {
  const name = path.posix.basename(reference)
  const handle = await open(source, 'r')
  try {
    const { size } = await handle.stat()
    const readAt: ReadAt = async (offset, length) => {
      const piece = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
      const { bytesRead } = await handle.read(piece, 0, piece.length, offset)
      return piece.subarray(0, bytesRead)
    }
    const head = await readAt(0, 4096)
    const kind = recognise(name, use, { head, tail: await readAt(Math.max(0, size - 65_536), 65_536) })
    if ('wrong' in kind) {
      const isMeant = (use === 'video' || use === 'audio') && RECORDINGS.test(name)
      return isMeant ? { wrong: `${kind.wrong}. ${commandFor(use, reference, { video: false, sound: false })}` } : kind
    }
    const { contentType } = kind
    if (!TIMED.test(contentType)) return { source, name, contentType, seconds: undefined }
    const given = { source, size, readAt, reference, contentType }
    const examined = await examineRecording({ ...given, use: use === 'video' ? 'video' : 'audio' })
    return 'wrong' in examined ? examined : { source, name, contentType, ...examined }
  } finally {
    await handle.close()
  }
}
