import { Link, useNavigate } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { pluralize } from '#shared/pluralize.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { useAction } from '#web/client/use-action.ts'
import type { Route } from './+types/groups.page.ts'
import type { listGroupPage } from './groups.contract.ts'
import { groupActions } from './ui/group-actions.ts'
import { GroupForm } from './ui/group-form.tsx'
import { InlinePrompt } from './ui/inline-prompt.tsx'
import { useListAddress } from './ui/list-address.ts'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Groups' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { url, signal } }: Route.ClientLoaderArgs) =>
  loadPage(parseFilters('groups', new URL(url).searchParams), (body) =>
    call<typeof listGroupPage>('POST /Academy/api/studio/groups/', { body, signal }),
  ),
)

export const clientAction = defineActions(groupActions)

export default function GroupsPage({ loaderData }: Route.ComponentProps) {
  const { groups, is_more: isMore, may_change: mayChange } = getView(loaderData)
  const address = useListAddress('groups')
  return (
    <ListPage
      address={address}
      items={groups}
      keyOf={({ id }) => id}
      row={(group) => <GroupListItem group={group} />}
      count={`${pluralize(groups.length, 'group')}, by name${isMore ? '; more on the next page' : ''}`}
      empty={{
        title: 'No groups yet',
        icon: 'cap',
        children: (
          <p className="max-w-text text-sm text-muted">
            Use a group to follow members together, such as the nurses of one hospital.
            {mayChange ? ' To start, create a group and add members by email.' : ' Owners can create groups.'}
          </p>
        ),
      }}
      next={isMore ? (groups.at(-1)?.id ?? null) : null}
    >
      {mayChange && <NewGroup isOpenAtFirst={address.opensForm} />}
    </ListPage>
  )
}

function NewGroup({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  const action = useAction<typeof groupActions>()
  const navigate = useNavigate()
  return (
    <div className="mb-6">
      <InlinePrompt label="Create a group" variant="primary" isOpenAtFirst={isOpenAtFirst}>
        {(close) => (
          <GroupForm
            label="Create group"
            group={{ name: '', note: '' }}
            action={action}
            onSave={async (typed) => {
              const made = await action.submit('makeGroup', typed)
              if (made) await navigate(pageAddress('/Studio/Groups/:id', { id: made.id }))
            }}
            onClose={close}
          />
        )}
      </InlinePrompt>
    </div>
  )
}

type GroupLine = EndpointReply<typeof listGroupPage>['groups'][number]

function GroupListItem({ group: { id, name, members, courses } }: { group: GroupLine }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <Link
        to={pageAddress('/Studio/Groups/:id', { id })}
        className="relative -my-2 block w-fit max-w-full min-w-0 py-2 font-semibold wrap-anywhere text-link hover:underline"
      >
        {name}
      </Link>
      <p className="text-sm text-muted">
        {pluralize(members, 'member')}, {pluralize(courses, 'course')}
      </p>
    </div>
  )
}
