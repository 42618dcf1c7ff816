import type { FastifyInstance } from 'fastify'
import { removeUnusedFiles, unusedFiles } from '#features/foundation/files/files.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { counted } from '#shared/counted.ts'
import { dayOf } from '#shared/dates.ts'
import { listUnusedFiles, MOST_AT_ONCE, removeUnused } from './files.contract.ts'

/** Whoever takes a file out of a draft may want it back. */
const OLDER = { olderThanDays: 3 }

export function fileRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listUnusedFiles, async () => {
    const { timeZone } = await readSite(deps.db)
    const found = await unusedFiles(deps, OLDER)
    return {
      files: found.slice(0, MOST_AT_ONCE).map(({ id, name, bytes, createdAt }) => {
        return { id, name, bytes, stored: dayOf(createdAt, timeZone) }
      }),
      count: found.length,
      // Content that goes by two names is stored once.
      bytes: [...new Map(found.map(({ sha256, bytes }) => [sha256, bytes])).values()].reduce((a, b) => a + b, 0),
    }
  })
  serve(app, removeUnused, async ({ body: { files }, member }) => {
    const by = { kind: 'member', memberId: member.id, role: member.role } as const
    const { removed, freedBytes } = await removeUnusedFiles(deps, by, { ...OLDER, only: files })
    return { message: inWords(files.length, removed.length, freedBytes), removed: removed.length }
  })
}

function inWords(asked: number, removed: number, freedBytes: number): string {
  const megabytes = (freedBytes / 1e6).toFixed(1)
  const done = `${counted(removed, 'file')} ${removed === 1 ? 'was' : 'were'} removed; ${megabytes} MB are free again.`
  const kept = asked - removed
  return kept === 0 ? done : `${done} ${counted(kept, 'file')} stayed: used again, or gone already.`
}
