import { useState } from 'react'
import { Link } from 'react-router'
import type { confirmLaw, listLawReviews } from './reviews-due.contract.ts'
import { LectureLaw } from '#features/catalog/law/ui/lecture-law.tsx'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import type { PageAddress } from '#shared/pages.ts'
import { pageAddress } from '#shared/pages.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import type { Route } from './+types/law.page.ts'
import { FilterSelect } from './ui/filter-select.tsx'
import { useListAddress } from './ui/list-address.ts'
import { type ListFilters, parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

type Lecture = EndpointReply<typeof listLawReviews>['lectures'][number]
type State = ListFilters<'lawReviews'>['state']

const STATES: Readonly<Record<State, { label: string; order: string; none: string }>> = {
  due: {
    label: 'Overdue or due within 30 days',
    order: 'due or overdue, earliest first',
    none: 'No legal reviews due',
  },
  later: { label: 'Due later', order: 'due later, earliest first', none: 'No reviews due later' },
  undated: { label: 'No review date', order: 'without a review date', none: 'Every lecture has a review date' },
}
const STATE_OPTIONS = (['due', 'later', 'undated'] as const).map((value) => ({ value, label: STATES[value].label }))

export const handle: StudioHandle = { title: 'Legal review schedule' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { url, signal } }: Route.ClientLoaderArgs) =>
  loadPage(parseFilters('lawReviews', new URL(url).searchParams), (body) =>
    call<typeof listLawReviews>('POST /Academy/api/studio/law/', { body, signal }),
  ),
)

const actions = {
  confirm: async (id: string, name: string, body: EndpointInput<typeof confirmLaw>['body']) => {
    const { message } = await call<typeof confirmLaw>('POST /Academy/api/studio/law/:id/confirm/', {
      params: { id },
      body,
    })
    return `${name}: ${message}`
  },
}

export const clientAction = defineActions(actions)

export default function LawReviewPage({ loaderData }: Route.ComponentProps) {
  const found = getView(loaderData)
  const address = useListAddress('lawReviews')
  const action = useAction<typeof actions>({ reloads: true })
  const [confirmed, setConfirmed] = useState('')
  const { state } = address.filters
  return (
    <ListPage
      address={address}
      filters={
        <FilterSelect
          label="Status"
          value={state}
          options={STATE_OPTIONS}
          onChange={(chosen) => address.change({ state: chosen })}
        />
      }
      items={found.lectures}
      keyOf={({ id }) => id}
      row={(lecture) => (
        <LectureListItem
          lecture={lecture}
          next={found.next}
          isBusy={action.isRunning('confirm', lecture.id)}
          error={confirmed === lecture.id ? action.errors['look_again_by'] : undefined}
          onConfirm={(body) => {
            setConfirmed(lecture.id)
            void action.submit('confirm', lecture.id, lecture.name, body)
          }}
        />
      )}
      count={`${pluralize(found.count[state], 'lecture')} ${STATES[state].order}`}
      empty={{ title: STATES[state].none, icon: 'check-circle' }}
      next={found.is_more ? (found.lectures.at(-1)?.id ?? null) : null}
    >
      <ActionNotice action={action} fields={['look_again_by']} />
    </ListPage>
  )
}

type LectureListItemProps = {
  lecture: Lecture
  next: string
  isBusy: boolean
  error: string | undefined
  onConfirm: (body: EndpointInput<typeof confirmLaw>['body']) => void
}

function LectureListItem({ lecture, next, isBusy, error, onConfirm }: LectureListItemProps) {
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
        {law ? <LectureLaw law={law} /> : <p className="mt-4 text-sm text-muted">No legal content.</p>}
      </div>
      {law && (
        <Form
          aria-label={name}
          className="flex w-full flex-col gap-3 sm:w-60"
          onSubmit={() => onConfirm({ seen: law.as_of, look_again_by: lookAgainBy })}
        >
          <DateField label="Next review" aria-required value={lookAgainBy} error={error} onChange={setLookAgainBy} />
          <Button type="submit" variant="quiet" busy={isBusy}>
            Mark as reviewed
          </Button>
        </Form>
      )}
    </div>
  )
}
