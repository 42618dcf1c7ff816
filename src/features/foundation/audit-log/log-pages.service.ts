import { Readable } from 'node:stream'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { csvHead, csvLine } from '#shared/csv.ts'
import { isUuid } from '#shared/ids.ts'
import { may, mayEver, notAllowed, type Staff } from '#shared/policy.ts'
import { type EventKind, EVENTS, FAILED_LOGINS, groupsInWords, kindsOf, kindsOfPeople } from './audit-log.rules.ts'
import { type Entry, toldEntry } from './audit-entries.rules.ts'
import { entryOf, entryOfFailures, recordEvent, refuseInactive } from './audit-log.service.ts'
import { type PageOfLog, pageOfEvents, pageOfFailures } from './log-pages.queries.ts'

export type LogSearch = {
  /** A kind, or what several begin with; `login.failed` for the failed logins, which are counted. */
  kind: string | undefined
  /** Whom it is about or who did it: members, or a name on the command line. */
  who: { memberIds: string[]; name: string } | undefined
  since: Date | undefined
  until: Date | undefined
}

type Asked = LogSearch & { by: Staff; after: string | undefined; limit: number }
type Page = { entries: { id: string; entry: Entry }[]; isMore: boolean; groups: { kind: string; words: string }[] }

/** A page of the log, the newest first, as far as who asks may read it. An entry's `id` goes on behind it. */
export async function logPage({ db }: Pick<Deps, 'db'>, asked: Asked): Promise<Page> {
  const { by, kind, after, limit, ...search } = asked
  const open = openTo(by)
  const page = { ...search, after: after === undefined ? undefined : placeIn(after, kind), limit: limit + 1 }
  const found =
    kind === FAILED_LOGINS
      ? (await pageOfFailures(db, { ...page, kinds: undefined })).map((counter) => ({
          id: `${counter.hour.toISOString()}_${counter.memberId ?? ''}`,
          entry: entryOfFailures(counter),
        }))
      : (await pageOfEvents(db, { ...page, kinds: wanted(kind, open) })).map((row) => ({
          id: `${row.event.at.toISOString()}_${row.event.id}`,
          entry: entryOf(row),
        }))
  return {
    entries: found.slice(0, limit),
    isMore: found.length > limit,
    groups: groupsInWords(open ?? (Object.keys(EVENTS) as EventKind[])),
  }
}

/** The kinds of which this member of staff may read; undefined: of all, those too that a newer version has written. */
function openTo(by: Staff): EventKind[] | undefined {
  return by.kind === 'command_line' || mayEver(by.role, 'see whole log') ? undefined : kindsOfPeople()
}

function wanted(kind: string | undefined, open: EventKind[] | undefined): readonly string[] | undefined {
  if (kind === undefined) return open
  return kindsOf(kind, open ?? (Object.keys(EVENTS) as EventKind[]))
}

const YEAR_OF_OURS = /^[12]\d{3}-/

/** Behind which entry a page begins, by the id that it was shown with: an event's ends with its number, one of failed logins with a member's id or none. */
function placeIn(text: string, kind: string | undefined): PageOfLog['after'] {
  const [time = '', id = ''] = text.split('_')
  const at = new Date(time)
  const isId = kind === FAILED_LOGINS ? id === '' || isUuid(id) : /^\d{1,15}$/.test(id)
  if (!YEAR_OF_OURS.test(time) || Number.isNaN(at.getTime()) || !isId)
    throw new AppError('not_found', 'There is no such entry.')
  return { at, id }
}

const COLUMNS = ['Time', 'What', 'Who did it', 'About', 'Subject', 'Details']
const AT_ONCE = 500

/**
 * Everything that is found, as a spreadsheet reads it, sent as it is read. Told to the log before the first line, which may be read even where the rest
 * is not.
 */
export async function logAsCsv(
  deps: Pick<Deps, 'db' | 'now'>,
  { by, timeZone, ...search }: LogSearch & { by: Staff; timeZone: string },
): Promise<Readable> {
  if (!may(by, 'export log')) throw notAllowed(by, 'export log')
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
  async function* lines() {
    yield csvHead(COLUMNS)
    let after: string | undefined
    do {
      await refuseInactive(deps.db, by)
      const { entries, isMore } = await logPage(deps, { ...search, by, after, limit: AT_ONCE })
      yield entries.map(({ entry }) => lineOf(entry, timeZone)).join('')
      after = isMore ? entries.at(-1)?.id : undefined
    } while (after !== undefined)
  }
  return Readable.from(lines())
}

function lineOf(entry: Entry, timeZone: string): string {
  const { when, what, by, about, subject, details } = toldEntry(entry, timeZone)
  return csvLine([when, what, by.name, about?.name ?? '', subject ?? '', details.join('; ')])
}
