import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { hasPermissionForAny } from '#shared/policy.ts'
import { call, callForFile } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { saveAs } from '#web/client/save-as.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import type { Route } from './+types/log.page.ts'
import type { exportLog, LogEntry, readLogPage } from './log.contract.ts'
import { SearchForm } from './ui/search-form.tsx'
import { useStaff } from './ui/staff.ts'
import { ShowMore } from './ui/show-more.tsx'
import { StudioLoadError, StudioLayout, StudioLoading } from './ui/studio-frame.tsx'
import { type Action, useAction } from './ui/use-action.tsx'
import { appendNextPage } from './ui/append-page.ts'

type LogPageReply = EndpointReply<typeof readLogPage>
type LogFilter = EndpointInput<typeof readLogPage>['body']
type LogExportRequest = EndpointInput<typeof exportLog>['body']

/** Allows for the whole log of a long-running academy. */
const FILE_LIMIT_MS = 10 * 60_000

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Log', isPersonal: true })

const loadLog = (body: LogFilter, signal?: AbortSignal) =>
  call<typeof readLogPage>('POST /Academy/api/studio/log/', { body, ...(signal && { signal }) })

export const clientLoader = memberLoader(({ request: { signal } }: Route.ClientLoaderArgs) => loadLog({}, signal), {
  reasons: ['missing'],
})

export function HydrateFallback() {
  return <StudioLoading title="Log" />
}

export default function LogPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioLoadError title="Log" />}>
      {(found) => <Log first={found} />}
    </LoadedPage>
  )
}

function Log({ first }: { first: LogPageReply }) {
  const [found, setFound] = useState(first)
  const [typed, setTyped] = useState({ words: '', kind: '', since: '', until: '' })
  const asked = useRef<LogExportRequest>({})
  const action = useAction()
  const { isBusy, outcome, run, wrong } = action
  const mayTakeAll = hasPermissionForAny(useStaff()?.role ?? 'learner', 'export log')

  const search = (changed: Partial<typeof typed> = {}) =>
    run(async () => {
      const now = { ...typed, ...changed }
      setTyped(now)
      const { words, kind, since, until } = now
      asked.current = { words, kind: kind || null, since: since || null, until: until || null }
      setFound(await loadLog(asked.current))
      return undefined
    })
  const older = () =>
    run(async () => {
      setFound(await appendNextPage(found, 'entries', ({ id }) => loadLog({ ...asked.current, after: id })))
      return undefined
    })

  return (
    <StudioLayout title="Log">
      <SearchForm
        label="Find a person"
        hint="Who did it, or whom it is about: by name, email address or username, or the name of whoever typed a command."
        value={typed.words}
        isBusy={isBusy}
        onChange={(words) => setTyped({ ...typed, words })}
        onSearch={() => void search()}
      >
        <LogFilters kinds={found.kinds} typed={typed} wrong={wrong} onChange={(changed) => void search(changed)} />
      </SearchForm>
      {outcome}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted">
          {found.entries.length > 0 && formatCount(found)}
        </p>
        {mayTakeAll && found.entries.length > 0 && typed.kind !== FAILED_LOGINS && (
          <ExportLog search={asked} action={action} />
        )}
      </div>
      {found.entries.length === 0 ? (
        <EmptyState icon="file" title="Nothing of that in the log">
          <p className="text-sm text-muted">
            {found.people === 0 ? 'Nobody has that name or address.' : 'A longer time, or another kind, may find more.'}
          </p>
        </EmptyState>
      ) : (
        <ol className="flex flex-col rounded-card border border-line bg-surface">
          {found.entries.map((entry) => (
            <li key={entry.id} className="border-b border-line p-4 last:border-b-0 sm:px-6">
              <Entry entry={entry} />
            </li>
          ))}
        </ol>
      )}
      {found.is_more && <ShowMore busy={isBusy} onMore={older} />}
    </StudioLayout>
  )
}

const FAILED_LOGINS = 'login.failed'

function formatCount({ entries, is_more: isMore, people }: LogPageReply): string {
  const ofPeople = people === null || people < 2 ? '' : ` of ${people} people`
  const which = pluralize(entries.length, 'entry').replace('entrys', 'entries')
  return `${which}${ofPeople}, the newest first${isMore ? '; there are older ones' : ''}`
}

type LogFiltersProps = {
  kinds: LogPageReply['kinds']
  typed: { kind: string; since: string; until: string }
  wrong: Readonly<Record<string, string>>
  onChange: (changed: { kind?: string; since?: string; until?: string }) => void
}

function LogFilters({ kinds, typed, wrong, onChange }: LogFiltersProps) {
  return (
    <div className="flex basis-full flex-wrap gap-4">
      <div className="min-w-0 flex-1 basis-60">
        <SelectField
          label="What"
          value={typed.kind}
          options={[
            { value: '', label: 'Everything' },
            ...kinds.map(({ kind, words }) => ({ value: kind, label: words })),
          ]}
          onChange={(kind) => onChange({ kind })}
        />
      </div>
      {(['since', 'until'] as const).map((name) => (
        <div key={name} className="min-w-0 flex-1 basis-36">
          <TextField
            label={name === 'since' ? 'From' : 'To'}
            type="date"
            value={typed[name]}
            error={wrong[name]}
            onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
          />
        </div>
      ))}
    </div>
  )
}

function ExportLog({
  search,
  action: { isBusy, run },
}: {
  search: { readonly current: LogExportRequest }
  action: Action
}) {
  return (
    <Button
      variant="quiet"
      busy={isBusy}
      onClick={() =>
        void run(async () => {
          const file = await callForFile<typeof exportLog>('POST /Academy/api/studio/log/file/', {
            body: search.current,
            limitMs: FILE_LIMIT_MS,
          })
          saveAs(file, 'log.csv')
          return 'The file has everything that was found, and the log tells that you took it.'
        })
      }
    >
      Download for a spreadsheet
    </Button>
  )
}

function Entry({ entry: { when, what, by, about, subject, details } }: { entry: LogEntry }) {
  return (
    <div className="grid gap-x-6 gap-y-1 md:grid-cols-[9rem_1fr_13rem]">
      <time className="text-sm whitespace-nowrap text-muted tabular-nums">{when}</time>
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
