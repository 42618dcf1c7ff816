import type { Deps } from '#platform/deps.ts'
import { withTemporaryFile } from '#platform/files/temporary-file.ts'
import { ACADEMY } from '#platform/sandbox.ts'
import { type Passage, passagesOf } from './passages.rules.ts'
import { forgetTakenBack, listUnread, saveText, type Unread } from './indexing.queries.ts'
import { isAway, rereadStoredFiles } from './reindexing.service.ts'
import { isReadable, textOfFile } from './text-of-file.service.ts'

/** Of larger files the name is searched alone. */
const LARGEST = 60_000_000
const MOST_TRIES = 3
/** Of a run: the next one begins with the next minute. */
const LONGEST_MS = 50_000

/** How often this process could not read a file. */
const tries = new Map<string, number>()

type ReadDeps = Pick<Deps, 'db' | 'files' | 'log' | 'now'>

/**
 * Reads the captions and handouts that came since, for a minute at most, and forgets those that are handed out no more. Returns how many it has read. What
 * can't be read is tried in three runs; then its name is found, and the log is told.
 */
export async function readNewFiles(deps: ReadDeps): Promise<number> {
  const until = performance.now() + LONGEST_MS
  // At most half of the run: after an upgrade there can be thousands, and new handouts are read meanwhile.
  await rereadStoredFiles(deps, until - LONGEST_MS / 2)
  await forgetTakenBack(deps.db)
  const missed: string[] = []
  let read = 0
  for (;;) {
    const unread = await listUnread(deps.db, missed)
    if (unread.length === 0) return read
    for (const each of unread) {
      if (performance.now() > until) return read
      if (await isRead(deps, each)) read += 1
      else missed.push(each.file.id)
    }
  }
}

async function isRead({ db, files, log }: ReadDeps, unread: Unread): Promise<boolean> {
  const { sha256 } = unread.file
  try {
    const passages = await passagesFrom(files, unread)
    tries.delete(sha256)
    await db.transaction((tx) => saveText(tx, unread, passages))
    return true
  } catch (error) {
    if (await isAway(files)) return false
    const times = (tries.get(sha256) ?? 0) + 1
    tries.set(sha256, times)
    if (times < MOST_TRIES) return false
    log.warn({ err: error, fileId: unread.file.id }, `${unread.title} can't be read for the search`)
    await db.transaction((tx) => saveText(tx, unread, nameAlone(unread)))
    return true
  }
}

async function passagesFrom(files: Deps['files'], unread: Unread): Promise<Passage[]> {
  const { bytes, sha256, contentType, transcript } = unread.file
  if (unread.kind === 'transcript') return passagesOf(transcript ?? [])
  if (!isReadable(contentType) || bytes > LARGEST) return nameAlone(unread)
  const found = await files.read(sha256)
  if (!found) throw new Error('it is missing')
  const passages = await withTemporaryFile(found.content, (source) => textOfFile({ source, contentType }, ACADEMY))
  return passages.length > 0 ? passages : nameAlone(unread)
}

/** A handout is found by its name in any case; captions have none. */
function nameAlone({ kind }: Unread): Passage[] {
  return kind === 'handout' ? [{ seconds: null, page: null, body: '' }] : []
}
