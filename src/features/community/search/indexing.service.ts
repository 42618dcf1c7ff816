import type { Deps } from '#platform/deps.ts'
import { withTemporaryFile } from '#platform/files/temporary-file.ts'
import { ACADEMY } from '#platform/sandbox.ts'
import { type Passage, splitIntoPassages } from './passages.rules.ts'
import { deleteStaleTexts, listUnindexed, saveText, type UnindexedFile } from './indexing.queries.ts'
import { isStoreUnavailable, reindexStoredFiles } from './reindexing.service.ts'
import { hasExtractableText, extractFileText } from './extract-file-text.service.ts'

/** Larger files can be found only by name. */
const MAX_FILE_BYTES = 60_000_000
const MAX_TRIES = 3
/** The time limit for one run. The next run starts within a minute. */
const MAX_RUN_MS = 50_000

/** How often this process failed to read a file. */
const tries = new Map<string, number>()

type IndexDeps = Pick<Deps, 'db' | 'files' | 'log' | 'now'>

/**
 * Reads new captions and handouts, for at most a minute, and deletes the text of files no longer in use. Returns how
 * many were read. If a file fails in three runs, it can be found only by name, and the failure is logged.
 */
export async function indexNewFiles(deps: IndexDeps): Promise<number> {
  const until = performance.now() + MAX_RUN_MS
  // Takes at most half of the run, because there can be thousands of files after an upgrade, and new handouts must be
  // read in the meantime.
  await reindexStoredFiles(deps, until - MAX_RUN_MS / 2)
  await deleteStaleTexts(deps.db)
  const missed: string[] = []
  let read = 0
  for (;;) {
    const unread = await listUnindexed(deps.db, missed)
    if (unread.length === 0) return read
    for (const each of unread) {
      if (performance.now() > until) return read
      if (await indexFile(deps, each)) read += 1
      else missed.push(each.file.id)
    }
  }
}

async function indexFile({ db, files, log }: IndexDeps, unread: UnindexedFile): Promise<boolean> {
  const { sha256 } = unread.file
  try {
    const passages = await extractPassages(files, unread)
    tries.delete(sha256)
    await db.transaction((tx) => saveText(tx, unread, passages))
    return true
  } catch (error) {
    if (await isStoreUnavailable(files)) return false
    const times = (tries.get(sha256) ?? 0) + 1
    tries.set(sha256, times)
    if (times < MAX_TRIES) return false
    log.warn({ err: error, fileId: unread.file.id }, `${unread.title} can't be read for search indexing`)
    await db.transaction((tx) => saveText(tx, unread, toNamePassage(unread)))
    return true
  }
}

async function extractPassages(files: Deps['files'], unread: UnindexedFile): Promise<Passage[]> {
  const { bytes, sha256, contentType, transcript } = unread.file
  if (unread.kind === 'transcript') return splitIntoPassages(transcript ?? [])
  if (!hasExtractableText(contentType) || bytes > MAX_FILE_BYTES) return toNamePassage(unread)
  const found = await files.read(sha256)
  if (!found) throw new Error('it is missing')
  const passages = await withTemporaryFile(found.content, (source) => extractFileText({ source, contentType }, ACADEMY))
  return passages.length > 0 ? passages : toNamePassage(unread)
}

/** A handout can always be found by its name; captions have no name. */
function toNamePassage({ kind }: UnindexedFile): Passage[] {
  return kind === 'handout' ? [{ seconds: null, page: null, body: '' }] : []
}
