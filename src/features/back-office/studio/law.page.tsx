import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { confirmLaw, listLawReviews } from './reviews-due.contract.ts'
import { LectureLaw } from '#features/catalog/law/ui/lecture-law.tsx'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import type { PageAddress } from '#shared/pages.ts'
import { pageAddress } from '#shared/pages.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/field.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/law.page.ts'
import { FilterSelect } from './ui/filter-select.tsx'
import { ShowMore } from './ui/show-more.tsx'
import { StudioLoadError, StudioLayout, StudioLoading } from './ui/studio-frame.tsx'
import { useFilteredList } from './ui/filtered-list.ts'
import { appendNextPage } from './ui/append-page.ts'

type LawReviewResult = EndpointReply<typeof listLawReviews>
type Lecture = LawReviewResult['lectures'][number]
type LawReviewFilter = EndpointInput<typeof listLawReviews>['body']
type State = NonNullable<LawReviewFilter['state']>

const TITLE = 'The law in lectures'
const STATES: Readonly<Record<State, { label: string; order: string; none: string }>> = {
  due: {
    label: 'To look at within 30 days',
    order: 'to look at again, the earliest first',
    none: 'No lecture waits to be looked at',
  },
  later: { label: 'To look at later', order: 'to look at later, the earliest first', none: 'There are none' },
  undated: { label: 'Without a day', order: 'without a day to look again', none: 'Every lecture has a day' },
}
const isState = (value: string): value is State => Object.hasOwn(STATES, value)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: TITLE, isPersonal: true })

const search = (body: LawReviewFilter, signal?: AbortSignal) =>
  call<typeof listLawReviews>('POST /Academy/api/studio/law/', { body, ...(signal && { signal }) })

export const clientLoader = memberLoader(
  ({ request: { signal } }: Route.ClientLoaderArgs) => search({ state: 'due' }, signal),
  { reasons: ['missing'] },
)

export function HydrateFallback() {
  return <StudioLoading title={TITLE} />
}

export default function LawReviewPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioLoadError title={TITLE} />}>
      {(found) => <LawReviews found={found} />}
    </LoadedPage>
  )
}

function LawReviews({ found: first }: { found: LawReviewResult }) {
  const count = useRef<HTMLParagraphElement>(null)
  const { found, setFound, state, isBusy, outcome, run, look, further } = useFilteredList<LawReviewResult, State>(
    first,
    'due',
    {
      search: (chosen) => search({ state: chosen }),
      further: (shown, chosen) => appendNextPage(shown, 'lectures', ({ id }) => search({ state: chosen, after: id })),
    },
  )
  const confirm = (lecture: Lecture, seen: string, lookAgainBy: string) =>
    run(async () => {
      const { message } = await call<typeof confirmLaw>('POST /Academy/api/studio/law/:id/confirm/', {
        params: { id: lecture.id },
        body: { seen, look_again_by: lookAgainBy },
      })
      setFound(await search({ state }))
      // Its row, with the pressed button, may be gone.
      requestAnimationFrame(() => document.activeElement === document.body && count.current?.focus())
      return `${lecture.name}: ${message}`
    })
  return (
    <StudioLayout title={TITLE}>
      <BackLink to="/Studio/">Today</BackLink>
      <div className="mt-4 mb-6 max-w-xs">
        <FilterSelect
          label="Which"
          value={state}
          options={Object.entries(STATES).map(([value, { label }]) => ({ value, label }))}
          onChange={(value) => isState(value) && void look(value)}
        />
      </div>
      {outcome}
      <p ref={count} tabIndex={-1} role="status" className="mb-3 text-sm text-muted outline-none">
        {found.count[state] > 0 && `${pluralize(found.count[state], 'lecture')} ${STATES[state].order}`}
      </p>
      {found.lectures.length === 0 ? (
        <EmptyState icon="check-circle" title={STATES[state].none} />
      ) : (
        <ul className="flex flex-col rounded-card border border-line bg-surface">
          {found.lectures.map((lecture) => (
            <li key={lecture.id} className="border-b border-line p-4 last:border-b-0 sm:px-6">
              <LectureListItem lecture={lecture} next={found.next} isBusy={isBusy} onConfirm={confirm} />
            </li>
          ))}
        </ul>
      )}
      {found.is_more && <ShowMore label="Show more" busy={isBusy} onMore={further} />}
    </StudioLayout>
  )
}

type LectureListItemProps = {
  lecture: Lecture
  next: string
  isBusy: boolean
  onConfirm: (lecture: Lecture, seen: string, lookAgainBy: string) => Promise<void>
}

function LectureListItem({ lecture, next, isBusy, onConfirm }: LectureListItemProps) {
  const { key, name, product, item, law } = lecture
  const address =
    `${pageAddress('/Studio/Catalogue/:id', { id: product })}?${new URLSearchParams({ part: `lecture-${key}` })}` as PageAddress
  const [lookAgainBy, setLookAgainBy] = useState(next)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="min-w-0 flex-1 basis-72">
        <Link
          to={address}
          className="relative -my-1.5 block w-fit max-w-full py-1.5 font-semibold text-pretty wrap-anywhere text-link hover:underline"
        >
          {name}
        </Link>
        <p className="text-sm text-muted">{item}</p>
        {law ? <LectureLaw law={law} /> : <p className="mt-4 text-sm text-muted">It says nothing of the law.</p>}
      </div>
      {law && (
        <form
          aria-label={name}
          className="flex w-full flex-col gap-3 sm:w-60"
          onSubmit={(event) => {
            event.preventDefault()
            void onConfirm(lecture, law.as_of, lookAgainBy)
          }}
        >
          <TextField
            type="date"
            label="Look again by"
            required
            value={lookAgainBy}
            onChange={({ currentTarget }) => setLookAgainBy(currentTarget.value)}
          />
          <Button type="submit" variant="quiet" busy={isBusy}>
            Looked at: still true
          </Button>
        </form>
      )}
    </div>
  )
}
