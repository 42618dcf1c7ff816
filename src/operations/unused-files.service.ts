import { type Actor, recordEvent } from '#features/audit/audit.public.ts'
import type { Deps } from '#platform/deps.ts'
import { deleteUnused, holdSaving, knownContents, listUnused } from './unused-files.queries.ts'

/** Content is stored before the row that names it: an import may be under way. */
const YOUNG_MS = 24 * 60 * 60_000

export type UnusedFile = Awaited<ReturnType<typeof listUnused>>[number]

/** Files older than a day that nothing names any more, the largest first. */
export function unusedFiles({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<UnusedFile[]> {
  return listUnused(db, dayAgo(now()))
}

/**
 * Removes those that are unused at this very moment, and the content that goes by no other name. Nobody saves meanwhile; an import
 * that counts on content which is gone stores it again.
 */
export async function removeUnusedFiles(
  { db, files, now }: Pick<Deps, 'db' | 'files' | 'now'>,
  by: Actor,
): Promise<{ removed: UnusedFile[]; freedBytes: number }> {
  const at = now()
  const removed = await db.transaction(async (tx) => {
    await holdSaving(tx)
    const gone = await deleteUnused(tx, dayAgo(at))
    if (gone.length > 0) await recordEvent(tx, { at, kind: 'academy.removed_files', by, after: { files: gone.length } })
    return gone
  })
  if (removed.length === 0) return { removed, freedBytes: 0 }
  // After the rows have gone for good: a row without its content would be a broken page.
  const freedBytes = await db.transaction(async (tx) => {
    await holdSaving(tx)
    const contents = new Map(removed.map(({ sha256, bytes }) => [sha256, bytes]))
    const known = await knownContents(tx, [...contents.keys()])
    let freed = 0
    for (const [sha256, bytes] of contents) {
      if (known.has(sha256)) continue
      await files.remove(sha256)
      freed += bytes
    }
    return freed
  })
  return { removed, freedBytes }
}

function dayAgo(now: Date): Date {
  return new Date(now.getTime() - YOUNG_MS)
}
