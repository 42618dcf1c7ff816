import type { FastifyInstance } from 'fastify'
import { removeUnusedFiles, findUnusedFiles } from '#features/foundation/files/files.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatDay } from '#shared/dates.ts'
import { listUnusedFiles, MAX_FILES_PER_REQUEST, deleteUnusedFiles } from './files.contract.ts'

/** Editors might want back a file that they just removed from a draft. */
const OLDER = { olderThanDays: 3 }

export function fileRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, listUnusedFiles, async () => {
    const { timeZone } = await readSite(deps.db)
    const found = await findUnusedFiles(deps, OLDER)
    return {
      files: found.slice(0, MAX_FILES_PER_REQUEST).map(({ id, name, bytes, createdAt }) => {
        return { id, name, bytes, stored: formatDay(createdAt, timeZone) }
      }),
      count: found.length,
      // Content with several names is stored once, so it is counted once.
      bytes: [...new Map(found.map(({ sha256, bytes }) => [sha256, bytes])).values()].reduce((a, b) => a + b, 0),
    }
  })
  registerEndpoint(app, deleteUnusedFiles, async ({ body: { files }, member }) => {
    const by = { kind: 'member', memberId: member.id, role: member.role } as const
    const { removed, freedBytes } = await removeUnusedFiles(deps, by, { ...OLDER, only: files })
    return { message: formatResult(files.length, removed.length, freedBytes), removed: removed.length }
  })
}

function formatResult(asked: number, removed: number, freedBytes: number): string {
  const megabytes = (freedBytes / 1e6).toFixed(1)
  const done = `${pluralize(removed, 'file')} ${removed === 1 ? 'was' : 'were'} removed, freeing ${megabytes} MB.`
  const remaining = asked - removed
  return remaining === 0
    ? done
    : `${done} Not removed: ${pluralize(remaining, 'file')} (in use again, or already removed).`
}
