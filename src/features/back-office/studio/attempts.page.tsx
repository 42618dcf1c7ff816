import { useState } from 'react'
import type { InputOf, ReplyOf } from '#shared/endpoint.ts'
import { counted } from '#shared/counted.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/loaded.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/attempts.page.ts'
import type { findAttempts } from './lists.contract.ts'
import { daysIn, daysInWords } from './ui/days.ts'
import { Choice } from './ui/choice.tsx'
import { PersonLine, PersonLines } from './ui/person-lines.tsx'
import { ShowMore } from './ui/show-more.tsx'
import { StudioFailed, StudioFrame, StudioWaiting } from './ui/studio-frame.tsx'
import { useDeed } from './ui/use-action.tsx'
import { withMore } from './ui/with-more.ts'

type Found = ReplyOf<typeof findAttempts>
type Wanted = InputOf<typeof findAttempts>['body']
type Result = NonNullable<Wanted['result']>

const RESULTS: readonly { value: Result | ''; label: string }[] = [
  { value: '', label: 'Passed and failed' },
  { value: 'passed', label: 'Passed' },
  { value: 'failed', label: 'Failed' },
]

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Examinations', isPersonal: true })

const search = (body: Wanted, signal?: AbortSignal) =>
  call<typeof findAttempts>('POST /Academy/api/studio/attempts/', { body, ...(signal && { signal }) })

export const clientLoader = memberLoader(
  async ({ request: { url, signal } }: Route.ClientLoaderArgs) => {
    const query = new URL(url).searchParams
    const result = RESULTS.find(({ value }) => value === query.get('result'))?.value || null
    const wanted = { ...daysIn(query), result }
    return { wanted, found: await search(wanted, signal) }
  },
  { tells: ['missing'] },
)

export function HydrateFallback() {
  return <StudioWaiting title="Examinations" />
}

export default function AttemptsPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioFailed title="Examinations" />}>
      {(loaded) => <Attempts key={JSON.stringify(loaded.wanted)} {...loaded} />}
    </LoadedPage>
  )
}

function Attempts({ wanted: first, found: firstFound }: { wanted: Wanted; found: Found }) {
  const [found, setFound] = useState(firstFound)
  const [wanted, setWanted] = useState(first)
  const { isBusy, outcome, run } = useDeed()
  const look = (chosen: Wanted) =>
    run(async () => {
      setFound(await search(chosen))
      setWanted(chosen)
      return undefined
    })
  const older = () =>
    run(async () => {
      setFound(await withMore(found, 'attempts', ({ id }) => search({ ...wanted, after: id })))
      return undefined
    })
  return (
    <StudioFrame title="Examinations">
      <BackLink to="/Studio/">Today</BackLink>
      <div className="mt-4 mb-6 max-w-xs">
        <Choice
          label="Which"
          value={wanted.result ?? ''}
          options={RESULTS}
          onChange={(value) =>
            void look({ ...wanted, result: RESULTS.find((each) => each.value === value)?.value || null })
          }
        />
      </div>
      {outcome}
      <p role="status" className="mb-3 text-sm text-muted">
        {howMany(found, wanted)}
      </p>
      {found.attempts.length === 0 ? (
        <EmptyState icon="file" title="No such examinations" />
      ) : (
        <PersonLines>
          {found.attempts.map(({ id, date, item, score, is_passed: isPassed, member }) => (
            <PersonLine key={id} title={item} person={member} unknown="erased member">
              <span className="block font-semibold text-ink">
                {isPassed ? 'Passed' : 'Failed'}, {score}
              </span>
              <span className="block">{date}</span>
            </PersonLine>
          ))}
        </PersonLines>
      )}
      {found.is_more && <ShowMore busy={isBusy} onMore={older} />}
    </StudioFrame>
  )
}

function howMany({ count: { passed, failed } }: Found, { result, since, until }: Wanted): string {
  const days = since || until ? ` ${daysInWords({ since, until })}` : ''
  if (result === 'passed') return `${counted(passed, 'examination')} passed${days}, the newest first`
  if (result === 'failed') return `${counted(failed, 'examination')} failed${days}, the newest first`
  return `${passed} passed and ${failed} failed${days}, the newest first`
}
