import { Link } from 'react-router'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { defineActions } from '#web/client/actions.ts'
import { call, callForFile } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { Time } from '#web/shell/time.tsx'
import type { Route } from './+types/log.page.ts'
import type { exportLog, LogEntry, readLogPage } from './log.contract.ts'
import { DateFilters } from './ui/date-filters.tsx'
import { FilterSelect } from './ui/filter-select.tsx'
import { SORT_NAMES, type Sort, useListAddress } from './ui/list-address.ts'
import { downloadActions, FILE_LIMIT_MS, ListDownload } from './ui/list-download.tsx'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { readSearchText } from './ui/search-text.ts'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

type LogPageReply = EndpointReply<typeof readLogPage>

export const handle: StudioHandle = { title: 'Audit log' }
export const meta = studioMeta

export const clientLoader = studioLoader(async ({ request: { url, signal } }: Route.ClientLoaderArgs) => {
  const { search, ...filters } = parseFilters('log', new URL(url).searchParams)
  const words = readSearchText(search)
  const load = (kind: string | null) =>
    loadPage({ ...filters, kind, words }, (body) =>
      call<typeof readLogPage>('POST /Academy/api/studio/log/', { body, signal }),
    )
  const found = await load(filters.kind)
  // The available kinds depend on the caller's role, and on the version.
  const isKnown = filters.kind === null || found.kinds.some(({ kind }) => kind === filters.kind)
  return isKnown ? { words, kind: filters.kind, found } : { words, kind: null, found: await load(null) }
})

const actions = downloadActions('log.csv', (body: EndpointInput<typeof exportLog>['body']) =>
  callForFile<typeof exportLog>('POST /Academy/api/studio/log/file/', { body, limitMs: FILE_LIMIT_MS }),
)

export const clientAction = defineActions(actions)

export default function LogPage({ loaderData }: Route.ComponentProps) {
  const { words, kind, found } = getView(loaderData)
  const address = useListAddress('log')
  const { since, until, sort } = address.filters
  return (
    <ListPage
      address={address}
      search={{
        label: 'Search by person',
        hint: 'Name, email, or username of the person who did it, or of the member whom it affected.',
        text: words,
      }}
      filters={
        <>
          <FilterSelect
            label="Event"
            value={address.filters.kind ?? ''}
            options={[
              { value: '', label: 'All' },
              ...found.kinds.map((each) => ({ value: each.kind, label: each.words })),
            ]}
            onChange={(chosen) => address.change({ kind: chosen || null })}
          />
          <DateFilters since={since} until={until} onChange={address.change} />
        </>
      }
      items={found.entries}
      keyOf={({ id }) => id}
      row={(entry) => <Entry entry={entry} />}
      count={formatCount(found, sort)}
      download={
        kind !== FAILED_LOGINS && <ListDownload permission="export log" filters={{ words, kind, since, until, sort }} />
      }
      empty={{
        title: 'No log entries found',
        children: (
          <p className="text-sm text-muted">
            {found.people === 0 ? 'No one has that name, email, or username.' : 'Try a longer period or another event.'}
          </p>
        ),
      }}
      next={found.is_more ? (found.entries.at(-1)?.id ?? null) : null}
    />
  )
}

const FAILED_LOGINS = 'login.failed'

function formatCount({ entries, is_more: isMore, people }: LogPageReply, sort: Sort): string {
  const ofPeople = people === null || people < 2 ? '' : ` about or by ${people} people`
  const which = pluralize(entries.length, 'entry')
  return `${which}${ofPeople}, ${SORT_NAMES[sort]}${isMore ? '; more on the next page' : ''}`
}

function Entry({ entry: { when, what, by, about, subject, details } }: { entry: LogEntry }) {
  return (
    <div className="grid gap-x-6 gap-y-1 md:grid-cols-[9rem_1fr_13rem]">
      <p className="text-sm text-muted tabular-nums">
        <Time at={when} />
      </p>
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {what}
          {subject !== null && <span className="font-normal">: {subject}</span>}
        </p>
        {about && (
          <p className="text-sm">
            <Person {...about} />
          </p>
        )}
        {details.map((line, place) => (
          <p key={`${place} ${line}`} className="text-sm wrap-anywhere text-muted">
            {line}
          </p>
        ))}
      </div>
      <p className="text-sm text-muted">by {about && by.id === about.id ? 'the member' : <Person {...by} />}</p>
    </div>
  )
}

function Person({ id, name }: { id: string | null; name: string }) {
  if (id === null) return <span className="wrap-anywhere">{name}</span>
  return (
    <Link
      to={pageAddress('/Studio/People/:id', { id })}
      className="relative -my-2 inline-block py-2 wrap-anywhere text-link hover:underline"
    >
      {name}
    </Link>
  )
}
