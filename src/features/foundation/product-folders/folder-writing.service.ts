import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isScalar, Scalar, stringify } from 'yaml'
import type { Executor } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { listCoverFiles, type StoredProduct } from './folder-writing.queries.ts'

export type StoredFile = { sha256: string; name: string }

/** Writes a stored file into the product's folder and returns its path, or undefined if there is no file. */
type SaveFile = (within: string, file: StoredFile | null) => Promise<string | undefined>

export type FolderWriteContext = { tx: Executor; product: StoredProduct; at: string; keep: SaveFile }

/** Returns a function that writes each file only once and puts files with equal names into separate folders. */
export function createFileSaver(files: Deps['files'], at: string): SaveFile {
  const taken = new Map<string, string>()
  return async (within, file) => {
    if (!file) return undefined
    const usual = path.posix.join(within, path.posix.basename(file.name))
    const isFree = (taken.get(usual) ?? file.sha256) === file.sha256
    const place = isFree ? usual : path.posix.join(within, file.sha256.slice(0, 12), path.posix.basename(file.name))
    if (taken.has(place)) return place
    const found = await files.read(file.sha256)
    if (!found) throw new Error(`The file ${file.sha256} (${file.name}) is missing.`)
    await mkdir(path.dirname(path.join(at, place)), { recursive: true })
    await writeFile(path.join(at, place), found.content)
    taken.set(place, file.sha256)
    return place
  }
}

/**
 * Saves all renderings of the cover. Also saves the widest one as its original, because the true original is not
 * stored.
 */
export async function saveCover({ tx, product, keep }: FolderWriteContext): Promise<string | undefined> {
  const images = await listCoverFiles(tx, product.id)
  for (const { format, width, sha256 } of images) await keep('', { sha256, name: `cover-${width}.${format}` })
  const widest = images.findLast(({ format }) => format === 'webp')
  return widest && keep('', { sha256: widest.sha256, name: 'cover.webp' })
}

export async function writePage({ at }: FolderWriteContext, file: string, facts: object, body: string): Promise<void> {
  await mkdir(path.dirname(path.join(at, file)), { recursive: true })
  await writeFile(path.join(at, file), `---\n${toYaml(facts)}---\n\n${body}\n`)
}

export async function writeYaml(at: string, file: string, value: unknown): Promise<void> {
  await writeFile(path.join(at, file), toYaml(value))
}

/** Quotes all scalars, so that other programs can't misinterpret them. An import reads them as text anyway. */
function toYaml(value: unknown): string {
  return stringify(stringifyScalars(value), {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  })
}

/** Writes a long text on lines of its own, as an author would. */
export function toTextBlock(text: string): Scalar {
  return Object.assign(new Scalar(text), { type: Scalar.BLOCK_LITERAL })
}

function stringifyScalars(value: unknown): unknown {
  if (isScalar(value)) return value
  if (Array.isArray(value)) return value.map(stringifyScalars)
  if (typeof value !== 'object' || value === null) return String(value)
  const present = Object.entries(value).filter(([, part]) => part !== undefined && part !== null)
  return Object.fromEntries(present.map(([key, part]) => [key, stringifyScalars(part)]))
}
