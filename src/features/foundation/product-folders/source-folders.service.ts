import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  decodeText,
  examineFile,
  type FileUse,
  type InvalidFile as Unexamined,
  readRewritten,
} from '#features/foundation/files/files.public.ts'
import type { ProductFile } from '#features/foundation/products/products.public.ts'
import { readChunks } from '#platform/files/files.ts'
import { ACADEMY } from '#platform/sandbox.ts'
import { findNearestFile, type Problem } from './problems.rules.ts'

/** A file to store: its path or, if it was rendered, its bytes. */
export type SourceFile = ProductFile & {
  source: string | Uint8Array
  /** If the file was modified, the content to store instead. */
  content?: (() => AsyncIterable<Uint8Array>) | undefined
}

/** Why a file can't be used. If there are errors within the file (`inside`), only those are reported. */
export type InvalidFile = { wrong: string; inside?: Problem[] }

export function readContent({ source, content }: SourceFile): AsyncIterable<Uint8Array> {
  return content ? content() : readChunks(source)
}

/** An entry of a folder. A link is what its target is; `wrong` says why the target can't be used. */
type FolderEntry = { name: string; isFile: boolean; wrong?: string }

/** The folder to import. Nothing outside it is ever read, no matter where names or links inside it point. */
export type SourceFolder = {
  name: string
  entries(folder: string): Promise<FolderEntry[]>
  has(file: string): Promise<boolean>
  text(file: string): Promise<string | { problem: Problem }>
  /** Finds the file that `folder` refers to as `reference`, or returns why it can't be used. */
  file(folder: string, reference: string, use: FileUse): Promise<SourceFile | InvalidFile>
}

const MAX_TEXT_BYTES = 1024 * 1024

export async function openSourceFolder(folder: string): Promise<SourceFolder> {
  const root = await realpath(folder)

  /**
   * Returns the real path, with links resolved. Returns an error if the file is missing, or if the path leads outside
   * the folder.
   */
  async function locate(relative: string): Promise<{ found: string } | { wrong: string }> {
    try {
      const found = await realpath(path.join(root, relative)).catch(() => asSpelled(relative))
      if (found !== root && !found.startsWith(root + path.sep)) return { wrong: 'is outside the imported folder' }
      return { found }
    } catch {
      return { wrong: 'does not exist' }
    }
  }

  /** Finds the same path in another Unicode form, because macOS stores `Ü` as `U` and a combining mark. */
  async function asSpelled(relative: string): Promise<string> {
    let place = root
    for (const part of path.posix.normalize(relative).split('/')) {
      const names = await readdir(place)
      const same = names.includes(part) ? part : names.find((name) => name.normalize('NFC') === part.normalize('NFC'))
      if (same === undefined) throw new Error(`${relative} does not exist`)
      place = await realpath(path.join(place, same))
      if (!place.startsWith(root + path.sep)) return place
    }
    return place
  }

  /** Finds another file in the same place whose name is almost that of the missing one, which may be a broken link. */
  async function nearTo(relative: string): Promise<string | undefined> {
    const place = await locate(path.posix.dirname(relative))
    const names = 'wrong' in place ? [] : await readdir(place.found).catch(() => [])
    const missing = path.posix.basename(relative)
    return findNearestFile(
      missing,
      names.filter((name) => name !== missing),
    )
  }

  return {
    name: path.basename(root),

    async entries(relative) {
      const place = await locate(relative)
      if ('wrong' in place || !(await stat(place.found)).isDirectory()) return []
      const entries = (await readdir(place.found, { withFileTypes: true }))
        .filter(({ name }) => !isSystemFile(name))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      return Promise.all(
        entries.map(async (entry): Promise<FolderEntry> => {
          const { name } = entry
          if (!entry.isSymbolicLink()) return { name, isFile: entry.isFile() }
          const target = await locate(path.join(relative, name))
          return 'wrong' in target
            ? { name, isFile: false, wrong: `is a link, and its target ${target.wrong}` }
            : { name, isFile: (await stat(target.found)).isFile() }
        }),
      )
    },

    async has(relative) {
      return 'found' in (await locate(relative))
    },

    async text(relative) {
      const place = await locate(relative)
      if ('wrong' in place) {
        const near = await nearTo(relative)
        const hint = near === undefined ? '' : `; if you mean ${near}, rename it to ${path.posix.basename(relative)}`
        return { problem: { file: relative, message: `${place.wrong}${hint}` } }
      }
      const facts = await stat(place.found)
      if (!facts.isFile() || facts.size > MAX_TEXT_BYTES) {
        return { problem: { file: relative, message: 'must be a text file of 1 MB or less' } }
      }
      const found = decodeText(await readFile(place.found))
      if ('text' in found) return found.text
      return {
        problem: { file: relative, message: found.wrong, ...(found.line !== undefined && { line: found.line }) },
      }
    },

    async file(within, reference, use) {
      if (/^([a-z][a-z\d+.-]+:\/\/|www[.])/i.test(reference))
        return {
          wrong: `${reference} is a web address. Download the file into this folder and use its path, such as media/01.mp4`,
        }
      if (reference.includes('\\'))
        return { wrong: `${reference} must be a path inside this folder, with forward slashes, such as media/01.mp4` }
      const isInside = !path.isAbsolute(reference) && !/[\\\0]/.test(reference) && !reference.split('/').includes('..')
      if (!isInside) return { wrong: `${reference} must be a path inside this folder, such as media/01.mp4` }
      const place = await locate(path.posix.join(within, reference))
      const file = path.posix.join(within, reference)
      if ('wrong' in place) {
        const near = await nearTo(file)
        const hint = near === undefined ? '' : `; did you mean ${path.posix.join(path.posix.dirname(reference), near)}?`
        return { wrong: `${reference} ${place.wrong}${hint}` }
      }
      const facts = await stat(place.found)
      if (!facts.isFile()) return { wrong: `${reference} is not a file` }
      if (facts.size === 0) return { wrong: `${reference} is empty. Copy it here again` }
      const read = await examineSourceFile(place.found, reference, use)
      if (!('wrong' in read)) return read
      const inside = read.mistakes?.map((mistake) => ({ file, ...mistake }))
      return { wrong: `${reference} ${read.wrong}`, ...(inside && { inside }) }
    },
  }
}

/** Whether Windows, macOS, or Office left this file in a folder. */
function isSystemFile(name: string): boolean {
  return /^(?:\.|~\$)|^(?:(?:eh)?thumbs\.db(?::encryptable)?|desktop\.ini|__MACOSX|icon\r|\$RECYCLE\.BIN)$/i.test(name)
}

async function examineSourceFile(source: string, reference: string, use: FileUse): Promise<SourceFile | Unexamined> {
  const name = path.posix.basename(reference).normalize('NFC')
  const found = await examineFile({ source, name, use, reference }, ACADEMY)
  if ('wrong' in found) return found
  const { rewrite, ...facts } = found
  return { source, ...facts, ...(rewrite && { content: () => readRewritten(source, rewrite) }) }
}
