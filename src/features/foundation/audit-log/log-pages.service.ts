import type { Readable } from 'node:stream'
import type { Sort } from '#db/sort.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { formatMinute } from '#shared/dates.ts'
import { isUuid } from '#shared/ids.ts'
import { hasPermission, hasPermissionForAny, permissionDeniedError, type Staff } from '#shared/policy.ts'
import {
  type EventKind,
  EVENT_TITLES,
  FAILED_LOGINS,
  listKindGroups,
  expandKind,
  listPeopleEventKinds,
} from './audit-log.rules.ts'
import { type AuditEntry, toEntryView } from './audit-entries.rules.ts'
import { toEntry, toFailedLoginEntry, recordEvent } from './audit-log.service.ts'
import { streamPages } from './list-export.service.ts'
import { type LogPageQuery, listEventPage, listFailedLoginPage } from './log-pages.queries.ts'

export type LogSearch = {
  /** A kind of event, a prefix of kinds, or `login.failed` for the counted failed logins. */
  kind: string | undefined
  /** The subject or actor of the event: members, or a command-line user. */
  who: { memberIds: string[]; name: string } | undefined
  since: Date | undefined
  until: Date | undefined
  /** The sort order. By default, the newest entries come first. */
  sort?: Sort | undefined
}

type LogPageRequest = LogSearch & { by: Staff; after: string | undefined; limit: number }
type LogPage = {
  entries: { id: string; entry: AuditEntry }[]
  isMore: boolean
  groups: { kind: string; words: string }[]
}

/** A page of the log, limited to what the caller may read. To get the next page, pass an entry's `id`. */
export async function getLogPage({ db }: Pick<Deps, 'db'>, asked: LogPageRequest): Promise<LogPage> {
  const { by, kind, after, limit, ...search } = asked
  const open = getReadableKinds(by)
  const page = { ...search, after: after === undefined ? undefined : parseCursor(after, kind), limit: limit + 1 }
  const found =
    kind === FAILED_LOGINS
      ? (await listFailedLoginPage(db, { ...page, kinds: undefined })).map((counter) => ({
          id: `${counter.hour.toISOString()}_${counter.memberId ?? ''}`,
          entry: toFailedLoginEntry(counter),
        }))
      : (await listEventPage(db, { ...page, kinds: selectKinds(kind, open) })).map((row) => ({
          id: `${row.event.at.toISOString()}_${row.event.id}`,
          entry: toEntry(row),
        }))
  return {
    entries: found.slice(0, limit),
    isMore: found.length > limit,
    groups: listKindGroups(open ?? (Object.keys(EVENT_TITLES) as EventKind[])),
  }
}

/**
 * Returns the kinds of events that this staff member may read. Undefined means all, including kinds from newer
 * versions.
 */
function getReadableKinds(by: Staff): EventKind[] | undefined {
  return by.kind === 'command_line' || hasPermissionForAny(by.role, 'see whole log')
    ? undefined
    : listPeopleEventKinds()
}

function selectKinds(kind: string | undefined, open: EventKind[] | undefined): readonly string[] | undefined {
  if (kind === undefined) return open
  return expandKind(kind, open ?? (Object.keys(EVENT_TITLES) as EventKind[]))
}

const YEAR_OF_OURS = /^[12]\d{3}-/

/**
 * Parses a cursor, which is the ID of an entry as it was shown. The ID of an event ends with its number. The ID of a
 * count of failed logins ends with a member ID or with nothing.
 */
function parseCursor(text: string, kind: string | undefined): LogPageQuery['after'] {
  const [time = '', id = ''] = text.split('_')
  const at = new Date(time)
  const isId = kind === FAILED_LOGINS ? id === '' || isUuid(id) : /^\d{1,15}$/.test(id)
  if (!YEAR_OF_OURS.test(time) || Number.isNaN(at.getTime()) || !isId)
    throw new AppError('not_found', 'Log entry not found.')
  return { at, id }
}

const COLUMNS = ['Time', 'What', 'Who did it', 'About', 'Subject', 'Details']

/**
 * Streams all matches as CSV. The export is logged before the first line is sent, because even a partial download can
 * be read.
 */
export async function generateLogCsv(
  deps: Pick<Deps, 'db' | 'now'>,
  { by, timeZone, ...search }: LogSearch & { by: Staff; timeZone: string },
): Promise<Readable> {
  if (!hasPermission(by, 'export log')) throw permissionDeniedError(by, 'export log')
  const { kind, who, since, until } = search
  await deps.db.transaction((tx) =>
    recordEvent(tx, {
      at: deps.now(),
      kind: 'log.exported',
      by,
      after: {
        kind: kind ?? 'all',
        ...(who && { people: who.memberIds.length }),
        ...(since && { since: since.toISOString() }),
        ...(until && { until: until.toISOString() }),
      },
    }),
  )
  return streamPages(deps, {
    by,
    columns: COLUMNS,
    toRow: ({ entry }: LogPage['entries'][number]) => {
      const { what, by: actor, about, subject, details } = toEntryView(entry)
      const time = formatMinute(entry.at, timeZone)
      return [time, what, actor.name, about?.name ?? '', subject ?? '', details.join('; ')]
    },
    load: async (after, limit) => {
      const { entries, isMore } = await getLogPage(deps, { ...search, by, after, limit })
      return { items: entries, last: isMore ? entries.at(-1)?.id : undefined }
    },
  })
}
