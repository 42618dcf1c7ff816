import type { FastifyInstance } from 'fastify'
import {
  generateLogCsv,
  getLogPage,
  type LogSearch,
  toEntryView,
} from '#features/foundation/audit-log/audit-log.public.ts'
import { findMemberIds } from '#features/people/member-administration/member-administration.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { type Call, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { isUuid } from '#shared/ids.ts'
import { toStaff } from '#shared/policy.ts'
import { exportLog, readLogPage } from './log.contract.ts'

const PAGE_SIZE = 30
/** If a text matches more members than this, it identifies no one. */
const MAX_MEMBERS = 20

export function logRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readLogPage, async ({ body: { after, ...typed }, member }) => {
    const { timeZone } = await readSite(deps.db)
    const search = await toLogSearch(deps, typed, timeZone)
    const found = await getLogPage(deps, {
      ...search,
      by: toStaff(member),
      after: after ?? undefined,
      limit: PAGE_SIZE,
    })
    return {
      entries: found.entries.map(({ id, entry }) => ({ id, ...toEntryView(entry) })),
      is_more: found.isMore,
      kinds: found.groups,
      people: search.who ? search.who.memberIds.length : null,
    }
  })
  registerEndpoint(app, exportLog, async ({ body, member }) => {
    const { timeZone } = await readSite(deps.db)
    const search = await toLogSearch(deps, body, timeZone)
    return { name: 'log.csv', content: await generateLogCsv(deps, { ...search, by: toStaff(member), timeZone }) }
  })
}

type LogSearchInput = Call<typeof exportLog>['body']

async function toLogSearch(
  deps: Deps,
  { words, kind, since, until, sort }: LogSearchInput,
  timeZone: string,
): Promise<LogSearch> {
  const text = words.trim()
  return {
    kind: kind ?? undefined,
    who: text === '' ? undefined : { memberIds: await findMembersByName(deps, text), name: text },
    since: since === null ? undefined : startOfDay(since, timeZone),
    until: until === null ? undefined : endOfDay(until, timeZone),
    sort,
  }
}

/** Erased members can be found only by ID. */
async function findMembersByName(deps: Deps, text: string): Promise<string[]> {
  const ids = await findMemberIds(deps.db, text, MAX_MEMBERS)
  return ids.length === 0 && isUuid(text) ? [text.toLowerCase()] : ids
}
