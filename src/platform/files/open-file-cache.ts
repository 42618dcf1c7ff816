import { type FileHandle, open } from 'node:fs/promises'
import { undefinedIfMissing } from './undefined-if-missing.ts'

/** A file that stays open until all its readers have released it. */
export type OpenFile = { readonly handle: FileHandle; readonly bytes: number; release(): void }

const MAX_OPEN_FILES = 64
const MAX_IDLE_MS = 10_000

type Entry = { opened: Promise<Omit<OpenFile, 'release'> | undefined>; users: number; isHeld: boolean }

/**
 * Returns a function that opens a file, or returns undefined if there is no such file. Keeps up to 64 files open for
 * ten seconds each, so that a range request for a video costs one read instead of four system calls. Use it only for
 * files whose content never changes under the same name.
 */
export function createOpenFileCache(): (place: string) => Promise<OpenFile | undefined> {
  const entries = new Map<string, Entry>()

  function letGo(place: string, entry: Entry): void {
    if (entries.get(place) === entry) entries.delete(place)
    entry.isHeld = false
    closeUnused(entry)
  }

  function take(place: string): Entry {
    const known = entries.get(place)
    if (known) return known
    const entry: Entry = { opened: openAndMeasure(place), users: 0, isHeld: true }
    // A missing file may be created soon, so don't cache that it is missing.
    entry.opened.then(
      (file) => file ?? letGo(place, entry),
      () => letGo(place, entry),
    )
    entries.set(place, entry)
    setTimeout(() => letGo(place, entry), MAX_IDLE_MS).unref()
    const [oldest] = entries
    if (oldest && entries.size > MAX_OPEN_FILES) letGo(...oldest)
    return entry
  }

  return async (place) => {
    const entry = take(place)
    entry.users += 1
    const release = () => {
      entry.users -= 1
      closeUnused(entry)
    }
    try {
      const file = await entry.opened
      if (file) return { ...file, release }
      release()
      return undefined
    } catch (error) {
      release()
      throw error
    }
  }
}

async function openAndMeasure(place: string): Promise<{ handle: FileHandle; bytes: number } | undefined> {
  const handle = await undefinedIfMissing(open(place))
  if (!handle) return undefined
  try {
    return { handle, bytes: (await handle.stat()).size }
  } catch (error) {
    await handle.close()
    throw error
  }
}

function closeUnused({ users, isHeld, opened }: Entry): void {
  if (users > 0 || isHeld) return
  opened.then(
    (file) => file?.handle.close(),
    () => {},
  )
}
