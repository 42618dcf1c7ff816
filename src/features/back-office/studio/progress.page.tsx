import { PROGRESS_STATE_NAMES, PROGRESS_STATES } from '#features/learning/progress/progress-states.contract.ts'
import type { EndpointInput } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { pluralize } from '#shared/pluralize.ts'
import { hasPermissionForAny } from '#shared/policy.ts'
import { defineActions } from '#web/client/actions.ts'
import { call, callForFile } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/progress.page.ts'
import type { exportProgress, findProgress, listProgressChoices } from './progress.contract.ts'
import { FilterSelect } from './ui/filter-select.tsx'
import { SORT_NAMES, useListAddress } from './ui/list-address.ts'
import { downloadActions, FILE_LIMIT_MS, ListDownload } from './ui/list-download.tsx'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { writeMessageActions } from './ui/message-actions.ts'
import { ProgressListItem } from './ui/progress-list-item.tsx'
import { readSearchText } from './ui/search-text.ts'
import { useStaff } from './ui/staff.ts'
import { WriteMessage } from './ui/write-message.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

const STATES = [
  { value: '', label: 'Everyone' },
  ...PROGRESS_STATES.map((value) => ({ value, label: PROGRESS_STATE_NAMES[value] })),
] as const

export const handle: StudioHandle = { title: 'Progress' }
export const meta = studioMeta

export const clientLoader = studioLoader(async ({ request: { url, signal } }: Route.ClientLoaderArgs) => {
  const { search, ...filters } = parseFilters('progress', new URL(url).searchParams)
  const { courses, groups } = await call<typeof listProgressChoices>('GET /Academy/api/studio/progress/', { signal })
  const newest = courses.toSorted((one, other) => (other.last_access ?? '').localeCompare(one.last_access ?? ''))
  const course = courses.find(({ id }) => id === filters.course) ?? newest[0]
  if (!course) return undefined
  const wanted = { ...filters, course: course.id, words: readSearchText(search) }
  const found = await loadPage(wanted, (body) =>
    call<typeof findProgress>('POST /Academy/api/studio/progress/', { body, signal }),
  )
  return { courses, groups, wanted, found }
})

const actions = downloadActions('progress.csv', (body: EndpointInput<typeof exportProgress>['body']) =>
  callForFile<typeof exportProgress>('POST /Academy/api/studio/progress/file/', { body, limitMs: FILE_LIMIT_MS }),
)

export const clientAction = defineActions(actions, writeMessageActions)

export default function ProgressPage({ loaderData }: Route.ComponentProps) {
  const view = getView(loaderData)
  const address = useListAddress('progress')
  const role = useStaff()?.role
  const canEdit = role !== undefined && hasPermissionForAny(role, 'edit content')
  if (!view)
    return (
      <EmptyState title="No courses yet">
        <TextLink to="/Studio/Catalogue/">Add a course</TextLink>
      </EmptyState>
    )
  const { courses, groups, wanted, found } = view
  const { learners, is_more: isMore } = found
  const { after: _, ...asked } = { ...wanted, sort: address.filters.sort }
  return (
    <ListPage
      address={address}
      search={{ label: 'Search learners', hint: 'Name or email.', text: wanted.words }}
      filters={
        <>
          <FilterSelect
            label="Course"
            value={wanted.course}
            options={courses.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(course) => address.change({ course })}
          />
          <FilterSelect
            label="Progress"
            value={address.filters.state ?? ''}
            options={STATES}
            onChange={(state) => address.change({ state: state || null })}
          />
          {groups.length > 0 && (
            <FilterSelect
              label="Group"
              value={groups.find(({ id }) => id === wanted.group)?.id ?? ''}
              options={[
                { value: '', label: 'All groups' },
                ...groups.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(group) => address.change({ group: group || null })}
            />
          )}
        </>
      }
      items={learners}
      keyOf={({ id }) => id}
      row={(learner) => <ProgressListItem row={learner} />}
      count={`${pluralize(learners.length, 'learner')}, ${SORT_NAMES[address.filters.sort]}${isMore ? '; more on the next page' : ''}`}
      download={<ListDownload permission="export lists" filters={asked} />}
      empty={{
        title: 'No learners found',
        children: (
          <p className="max-w-text text-sm text-muted">
            Learners are listed here when they buy the course or get it for free. To give access, open{' '}
            <TextLink to="/Studio/People/">Members</TextLink>.
          </p>
        ),
      }}
      next={isMore ? (learners.at(-1)?.id ?? null) : null}
    >
      <div className="-mt-3 mb-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <WriteMessage to="course" id={wanted.course} />
        {canEdit && (
          <TextLink to={pageAddress('/Studio/Catalogue/:id/Engagement', { id: wanted.course })}>
            Where learners stop
          </TextLink>
        )}
      </div>
    </ListPage>
  )
}
