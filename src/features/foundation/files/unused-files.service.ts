import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { deleteUnused, lockFileSaving, listKnownContents, listUnused } from './unused-files.queries.ts'

/**
 * Content is stored before the row that references it. So a recent file without a row may belong to an import in
 * progress.
 */
const DAY_MS = 24 * 60 * 60_000

/**
 * `olderThanDays` is the minimum age of the files, which is one day by default. `only` limits the result to these IDs.
 */
export type UnusedFileFilter = { olderThanDays?: number; only?: readonly string[] }

export type UnusedFile = Awaited<ReturnType<typeof listUnused>>[number]

/** Lists files older than a day that no product, draft, version, upload, or site picture references. Largest first. */
export function findUnusedFiles(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  which: UnusedFileFilter = {},
): Promise<UnusedFile[]> {
  return listUnused(db, getCutoff(now(), which))
}

/**
 * Deletes files that are unused right now. Also deletes their content, unless another row uses it. Blocks saving in the
 * meantime. If an import relied on deleted content, it stores that content again.
 */
export async function removeUnusedFiles(
  { db, files, now }: Pick<Deps, 'db' | 'files' | 'now'>,
  by: Staff,
  which: UnusedFileFilter = {},
): Promise<{ removed: UnusedFile[]; freedBytes: number }> {
  if (!hasPermission(by, 'remove files')) throw permissionDeniedError(by, 'remove files')
  const at = now()
  const removed = await db.transaction(async (tx) => {
    await lockFileSaving(tx)
    const gone = await deleteUnused(tx, getCutoff(at, which), which.only)
    if (gone.length > 0)
      await recordEvent(tx, {
        at,
        kind: 'academy.removed_files',
        by,
        after: { files: gone.length, names: gone.map(({ name }) => name) },
      })
    return gone
  })
  if (removed.length === 0) return { removed, freedBytes: 0 }
  // Runs only after the rows have been deleted permanently, because a row without its content would break a page.
  const freedBytes = await db.transaction(async (tx) => {
    await lockFileSaving(tx)
    const contents = new Map(removed.map(({ sha256, bytes }) => [sha256, bytes]))
    const known = await listKnownContents(tx, [...contents.keys()])
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

function getCutoff(now: Date, { olderThanDays = 1 }: UnusedFileFilter): Date {
  return new Date(now.getTime() - olderThanDays * DAY_MS)
}
