import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Deps } from '#platform/deps.ts'
import { lockErasedMembers } from './privacy.queries.ts'
import { ERASED_LIST_FILE_NAME, type ErasedList, parseErasedList } from './privacy.rules.ts'

export function getErasedListPath(dataDir: string): string {
  return path.join(dataDir, ERASED_LIST_FILE_NAME)
}

/** Undefined if there is no such file. */
export async function readErasedList(file: string): Promise<ErasedList | undefined> {
  const text = await formatErasedList(file)
  return text === undefined ? undefined : parseErasedList(text)
}

/**
 * Writes the list next to the data, where it can be found when an older backup is restored. Keeps its entries, even
 * those that this database doesn't contain.
 */
export async function saveErasedList({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<void> {
  await db.transaction(async (tx) => addToErasedList(config.dataDir, await lockErasedMembers(tx)))
}

/** Adds missing IDs and keeps everything else. */
export async function addToErasedList(dataDir: string, memberIds: string[]): Promise<void> {
  const file = getErasedListPath(dataDir)
  const text = (await formatErasedList(file)) ?? ''
  const known = new Set(parseErasedList(text).ids)
  const added = memberIds.filter((id) => !known.has(id))
  if (added.length === 0) return
  await mkdir(dataDir, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
  await writeFile(draft, `${before}${added.join('\n')}\n`, { mode: 0o600 })
  await rename(draft, file)
}

async function formatErasedList(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
