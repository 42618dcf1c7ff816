import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { getCourseHours } from '#features/catalog/courses/courses.public.ts'
import { readStoredContents, READABLE_TYPES } from '#features/foundation/files/files.public.ts'
import { saveInTransaction } from '#features/foundation/products/products.public.ts'
import type { Deps } from '#platform/deps.ts'
import { READER_VERSION } from '#shared/reader-version.ts'
import { listCoursesWithFile, HOURS_KEY, HOURS_RECALCULATED, listOutdated, saveContents } from './reindexing.queries.ts'

const MAX_TRIES = 3

/** How often this process failed to read a file. */
const tries = new Map<string, number>()

type ReindexDeps = Pick<Deps, 'db' | 'files' | 'log' | 'now'>
type OutdatedFile = Awaited<ReturnType<typeof listOutdated>>[number]

/**
 * Until the given time, rereads stored files that an earlier version of the reader read. Each file is saved separately,
 * so the next run continues with the rest. Logs courses for sale whose contact hours change; certificates stay as
 * issued.
 */
export async function reindexStoredFiles(deps: ReindexDeps, until: number): Promise<void> {
  const missed: string[] = []
  while (performance.now() < until) {
    const outdated = await listOutdated(deps.db, { version: READER_VERSION, types: READABLE_TYPES, besides: missed })
    if (outdated.length === 0) return
    for (const file of outdated) {
      if (performance.now() > until) return
      if (!(await reindexFile(deps, file))) missed.push(file.id)
    }
  }
}

/** Whether the file store is unavailable. If so, a failure doesn't mean that the file is damaged. */
export function isStoreUnavailable(files: Deps['files']): Promise<boolean> {
  return files.check().then(
    () => false,
    () => true,
  )
}

async function reindexFile(deps: ReindexDeps, file: OutdatedFile): Promise<boolean> {
  const { db, files, log } = deps
  let found: Awaited<ReturnType<typeof readStoredContents>>
  try {
    found = await readStoredContents(files, file)
    if (!found) throw new Error('Its content is missing.')
    tries.delete(file.id)
  } catch (error) {
    if (await isStoreUnavailable(files)) return false
    const times = (tries.get(file.id) ?? 0) + 1
    tries.set(file.id, times)
    if (times < MAX_TRIES) return false
    log.warn({ err: error, fileId: file.id }, `${file.name} can't be read for reindexing`)
    await db.transaction((tx) => saveContents(tx, file.id, READER_VERSION, {}))
    return true
  }
  const { seconds, pages = null, words = null, transcript = null, warnings = [] } = found
  const contents = { pages, words, transcript, warnings, ...(seconds !== undefined && { seconds }) }
  await saveInTransaction(deps, new Map(), async ({ tx, now }) => {
    const courses = await listCoursesWithFile(tx, file.id)
    const ids = courses.map(({ id }) => id)
    const before = await getCourseHours(tx, ids)
    await saveContents(tx, file.id, READER_VERSION, contents)
    const after = await getCourseHours(tx, ids)
    for (const { id, slug, title } of courses) {
      const [was, is] = [before.get(id), after.get(id)]
      if (was === is) continue
      await recordEvent(tx, {
        at: now,
        kind: HOURS_RECALCULATED,
        by: { kind: 'academy' },
        subject: { id: slug, name: title },
        before: { [HOURS_KEY]: was ?? 'none' },
        after: { [HOURS_KEY]: is ?? 'none', file: file.name },
      })
    }
  })
  return true
}
