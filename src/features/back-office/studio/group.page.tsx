import { useNavigate, useRevalidator } from 'react-router'
import { PROGRESS_STATE_NAMES, PROGRESS_STATES } from '#features/learning/progress/progress-states.contract.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { pluralize } from '#shared/pluralize.ts'
import { defineActions } from '#web/client/actions.ts'
import { call, callForFile } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/group.page.ts'
import type { readGroup } from './groups.contract.ts'
import type { exportProgress, findProgress, listProgressChoices } from './progress.contract.ts'
import { FilterSelect } from './ui/filter-select.tsx'
import { AddGroupMembers } from './ui/add-group-members.tsx'
import { BulkEnrollment, enrollmentActions } from './ui/bulk-enrollment.tsx'
import { groupActions } from './ui/group-actions.ts'
import { GroupCourses } from './ui/group-courses.tsx'
import { GroupForm } from './ui/group-form.tsx'
import { InlinePrompt } from './ui/inline-prompt.tsx'
import { SORT_NAMES, useListAddress } from './ui/list-address.ts'
import { downloadActions, FILE_LIMIT_MS, ListDownload } from './ui/list-download.tsx'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { writeMessageActions } from './ui/message-actions.ts'
import { ProgressListItem } from './ui/progress-list-item.tsx'
import { loadRecentEnrollments, RecentEnrollments, undoEnrollmentActions } from './ui/recent-enrollments.tsx'
import { readSearchText } from './ui/search-text.ts'
import { WriteMessage } from './ui/write-message.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

type Group = EndpointReply<typeof readGroup>
type Found = EndpointReply<typeof findProgress>
type Wanted = EndpointInput<typeof findProgress>['body'] & { words: string }

const STATES = [
  { value: '', label: 'Everyone' },
  ...PROGRESS_STATES.map((value) => ({ value, label: PROGRESS_STATE_NAMES[value] })),
] as const

export const handle: StudioHandle = { title: 'Group', heading: ({ group }: { group: Group }) => group.name }
export const meta = studioMeta

export const clientLoader = studioLoader(
  async ({ params: { id }, request: { url, signal } }: Route.ClientLoaderArgs) => {
    const { search, ...filters } = parseFilters('group', new URL(url).searchParams)
    const wanted = { ...filters, of: 'group' as const, group: id, words: readSearchText(search) }
    const [group, { courses }, found, recent] = await Promise.all([
      call<typeof readGroup>('GET /Academy/api/studio/groups/:id/', { params: { id }, signal }),
      call<typeof listProgressChoices>('GET /Academy/api/studio/progress/', { signal }),
      loadPage(wanted, (body) => call<typeof findProgress>('POST /Academy/api/studio/progress/', { body, signal })),
      loadRecentEnrollments(signal),
    ])
    return { group, courses, wanted, found, recent }
  },
)

const downloads = downloadActions('group-progress.csv', (body: EndpointInput<typeof exportProgress>['body']) =>
  callForFile<typeof exportProgress>('POST /Academy/api/studio/progress/file/', { body, limitMs: FILE_LIMIT_MS }),
)

export const clientAction = defineActions(
  downloads,
  groupActions,
  enrollmentActions,
  undoEnrollmentActions,
  writeMessageActions,
)

export default function GroupPage({ loaderData }: Route.ComponentProps) {
  const { group, courses, wanted, found, recent } = getView(loaderData)
  return (
    <div key={group.id}>
      <BackLink to="/Studio/Groups/">Groups</BackLink>
      <div className="mt-4 flex flex-col gap-12">
        <GroupHead group={group} />
        <div>
          <GroupCourses group={group} courses={courses} />
          <RecentEnrollments recent={recent} productIds={group.courses.map((course) => course.id)} />
        </div>
        <section aria-labelledby="progress">
          <h2 id="progress" className="mb-4 text-xl">
            Members and progress
          </h2>
          <MemberList group={group} wanted={wanted} found={found} />
        </section>
        {group.may.change && <DeleteGroup id={group.id} />}
      </div>
    </div>
  )
}

function GroupHead({ group: { id, name, note, may } }: { group: Group }) {
  const action = useAction<typeof groupActions>({ reloads: true })
  return (
    <div className="flex flex-col gap-4">
      {note !== '' && <p className="max-w-text whitespace-pre-line wrap-anywhere">{note}</p>}
      <div className="flex flex-wrap gap-4 has-[form]:flex-col">
        {may.change && (
          <InlinePrompt label="Edit name and note…">
            {(close) => (
              <GroupForm
                label="Save group"
                group={{ name, note }}
                action={action}
                onSave={async (typed) => {
                  const saved = await action.submit('changeGroup', id, { ...typed, instead_of: { name, note } })
                  if (saved) close()
                }}
                onClose={close}
              />
            )}
          </InlinePrompt>
        )}
        <WriteMessage to="group" id={id} />
      </div>
      {action.status?.kind === 'success' && <ActionNotice action={action} />}
    </div>
  )
}

function MemberList({ group, wanted, found }: { group: Group; wanted: Wanted; found: Found }) {
  const { id, courses, may } = group
  const address = useListAddress('group')
  const action = useAction<typeof groupActions>({ reloads: true })
  const { revalidate } = useRevalidator()
  const { course, state, sort } = address.filters
  const { learners, is_more: isMore } = found
  const { after: _, ...asked } = { ...wanted, sort }
  const removeMembers = async (rows: string[], clear: () => void) => {
    const members = learners.filter((row) => rows.includes(row.id)).map((row) => row.member.id)
    if (await action.submit('removeMembers', id, [...new Set(members)])) clear()
  }
  return (
    <ListPage
      address={address}
      search={{ label: 'Search this group', hint: 'Name or email.', text: wanted.words }}
      filters={
        <>
          <FilterSelect
            label="Course"
            value={courses.find((each) => each.id === course)?.id ?? ''}
            options={[
              { value: '', label: 'All courses' },
              ...courses.map((each) => ({ value: each.id, label: each.name })),
            ]}
            onChange={(chosen) => address.change({ course: chosen || null })}
          />
          <FilterSelect
            label="Progress"
            value={state ?? ''}
            options={STATES}
            onChange={(chosen) => address.change({ state: chosen || null })}
          />
        </>
      }
      items={learners}
      keyOf={(row) => row.id}
      row={(row) => <ProgressListItem row={row} isInGroup />}
      count={`${address.isFiltered ? pluralize(learners.length, 'result') : pluralize(group.members, 'member')}, ${SORT_NAMES[sort]}${isMore ? '; more on the next page' : ''}`}
      download={<ListDownload permission="export lists" filters={asked} />}
      empty={
        group.members === 0
          ? {
              title: 'No members yet',
              icon: 'cap',
              children: (
                <p className="text-sm text-muted">
                  Add members by email or from a file to see how far each of them is.
                </p>
              ),
            }
          : { title: 'No members found', icon: 'cap' }
      }
      next={isMore ? (learners.at(-1)?.id ?? null) : null}
      {...(may.change && {
        select: {
          label: 'Members',
          actions: (chosen: string[], clear: () => void) => (
            <Button
              variant="quiet"
              disabled={chosen.length === 0}
              busy={action.isRunning('removeMembers')}
              onClick={() => void removeMembers(chosen, clear)}
            >
              Remove from group
            </Button>
          ),
        },
      })}
    >
      <div className="mb-6 flex flex-col gap-4">
        <div className="flex flex-wrap gap-4 has-[form]:flex-col">
          {may.change && <AddGroupMembers group={group} />}
          {may.change && may.give_access && (
            <InlinePrompt label="Enroll from a file…">
              {(close) => <BulkEnrollment group={group} onEnrolled={() => void revalidate()} onClose={close} />}
            </InlinePrompt>
          )}
        </div>
        <ActionNotice action={action} />
      </div>
    </ListPage>
  )
}

function DeleteGroup({ id }: { id: string }) {
  const action = useAction<typeof groupActions>()
  const navigate = useNavigate()
  const remove = async () => {
    if (await action.submit('deleteGroup', id)) await navigate(pageAddress('/Studio/Groups/'))
  }
  return (
    <InlinePrompt label="Delete group…">
      {(close) => (
        <div className="flex max-w-text flex-col gap-4">
          <p className="text-sm text-pretty">
            This deletes the group, its note, and its lists. Its members keep their accounts, access, and progress. You
            can’t undo this.
          </p>
          <ActionNotice action={action} />
          <div className="flex flex-wrap gap-3">
            <Button busy={action.isBusy} onClick={() => void remove()}>
              Delete group
            </Button>
            <Button variant="quiet" onClick={close}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </InlinePrompt>
  )
}
