import type { FastifyInstance } from 'fastify'
import { logAsCsv, logPage, type LogSearch, toldEntry } from '#features/foundation/audit-log/audit-log.public.ts'
import { lookUpMembers } from '#features/back-office/member-search/member-search.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { isUuid } from '#shared/ids.ts'
import { staffOf } from '#shared/policy.ts'
import { exportLog, readLogPage } from './log.contract.ts'

const SCREENFUL = 30
/** Words that name more than these name nobody in particular. */
const MOST_PEOPLE = 20

export function logRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readLogPage, async ({ body: { after, ...typed }, member }) => {
    const { timeZone } = await readSite(deps.db)
    const search = await searchOf(deps, typed, timeZone)
    const found = await logPage(deps, {
      ...search,
      by: staffOf(member),
      after: after ?? undefined,
      limit: SCREENFUL,
    })
    return {
      entries: found.entries.map(({ id, entry }) => ({ id, ...toldEntry(entry, timeZone) })),
      is_more: found.isMore,
      kinds: found.groups,
      people: search.who ? search.who.memberIds.length : null,
    }
  })
  serve(app, exportLog, async ({ body, member }) => {
    const { timeZone } = await readSite(deps.db)
    const search = await searchOf(deps, body, timeZone)
    return { name: 'log.csv', content: await logAsCsv(deps, { ...search, by: staffOf(member), timeZone }) }
  })
}

type Typed = { words: string; kind: string | null; since: string | null; until: string | null }

async function searchOf(deps: Deps, { words, kind, since, until }: Typed, timeZone: string): Promise<LogSearch> {
  const text = words.trim()
  return {
    kind: kind ?? undefined,
    who: text === '' ? undefined : { memberIds: await membersNamed(deps, text), name: text },
    since: since === null ? undefined : startOfDay(since, timeZone),
    until: until === null ? undefined : endOfDay(until, timeZone),
  }
}

/** An erased member is known by his id alone. */
async function membersNamed(deps: Deps, text: string): Promise<string[]> {
  const { members } = await lookUpMembers(deps, {
    text,
    limit: MOST_PEOPLE,
    since: undefined,
    until: undefined,
    after: undefined,
  })
  const ids = members.map(({ id }) => id)
  return ids.length === 0 && isUuid(text) ? [text.toLowerCase()] : ids
}
