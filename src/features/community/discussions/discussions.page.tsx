import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { getOwnerPage } from '#shared/kinds.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { CursorLinks } from '#web/ui/cursor-links.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Checkbox, SelectField } from '#web/ui/field.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { LoadingBlock } from '#web/ui/loading-block.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/discussions.page.ts'
import type { listDiscussions } from './discussions.contract.ts'
import { AskForm } from './ui/ask-form.tsx'
import { discussionActions } from './ui/discussion-actions.ts'
import { ThreadListItem } from './ui/thread-list-item.tsx'
import { useOpenPrompt } from './ui/use-open-prompt.ts'
import '#web/ui/members.css'

type DiscussionsView = EndpointReply<typeof listDiscussions>
type DiscussionFilter = EndpointInput<typeof listDiscussions>['body']

const TITLE = 'Discussions'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const course = loaderData?.view?.found.course
  return pageMeta(matches, {
    title: course ? `${TITLE}: ${course.name}` : TITLE,
    ...(course && { path: pageAddress('/MyAcademy/:id/Discussions', { id: course.id }) }),
    isPersonal: true,
  })
}

const list = (id: string, body: DiscussionFilter, signal?: AbortSignal) =>
  call<typeof listDiscussions>('POST /Academy/api/take/course/:id/discussions/', {
    params: { id },
    body,
    ...(signal && { signal }),
  })

/** `?lecture=what-a-dme-is&unanswered` shows only that lecture's threads that have no replies. */
function parseFilter(search: URLSearchParams) {
  return { lecture: search.get('lecture'), unanswered: search.has('unanswered'), after: search.get('after') }
}

function formatFilter({ lecture, unanswered, after }: ReturnType<typeof parseFilter>): URLSearchParams {
  return new URLSearchParams({
    ...(lecture !== null && { lecture }),
    ...(unanswered && { unanswered: '' }),
    ...(after !== null && { after }),
  })
}

export const clientLoader = memberLoader(
  ({ params: { id }, request: { signal, url } }: Route.ClientLoaderArgs) =>
    loadPage(
      parseFilter(new URL(url).searchParams),
      async (wanted) => ({ wanted, found: await list(id, wanted, signal) }),
      { lecture: null, after: null },
    ),
  { reasons: ['disputed'] },
)

export const clientAction = defineActions(discussionActions)

export function HydrateFallback() {
  return (
    <div className="page-width max-w-[52rem] pt-4">
      <PageHeading title={TITLE} />
      <LoadingBlock className="h-80" />
    </div>
  )
}

export default function DiscussionsPage({ loaderData }: Route.ComponentProps) {
  return <LoadedPage loaded={loaderData}>{(view) => <Discussions {...view} />}</LoadedPage>
}

function Discussions({ found, wanted }: { found: DiscussionsView; wanted: ReturnType<typeof parseFilter> }) {
  const { course } = found
  const { asked, ask, leave, row } = useOpenPrompt<'question'>()
  const { key, search } = useLocation()
  const [, setSearch] = useSearchParams()
  const navigate = useNavigate()
  // The fields show a choice immediately; the URL changes once the new list has loaded.
  const [choice, setChoice] = useState<{ at: string; filter: ReturnType<typeof parseFilter> }>()
  const chosen = choice?.at === key ? choice.filter : parseFilter(new URLSearchParams(search))
  const choose = (part: Partial<typeof wanted>) => {
    const filter = { ...chosen, after: null, ...part }
    setChoice({ at: key, filter })
    setSearch(formatFilter(filter), { preventScrollReset: true })
  }
  const pageAfter = (after: string | null) => `?${formatFilter({ ...wanted, after }).toString()}`

  return (
    <div className="page-width max-w-[52rem] pt-4">
      <BackLink to={getOwnerPage('course', course.id)}>{course.name}</BackLink>
      <PageHeading title={TITLE}>
        <p>Questions about this course. Other learners and our instructors can see and answer them.</p>
      </PageHeading>
      {asked ? (
        <section aria-label="Ask a question" className="mb-8 rounded-card border border-line bg-surface p-4 sm:p-6">
          <AskForm
            courseId={course.id}
            lectures={course.lectures}
            about={{ lecture: wanted.lecture }}
            onAsked={(thread) =>
              void navigate(pageAddress('/MyAcademy/:id/Discussions/:thread', { id: course.id, thread }))
            }
            onCancel={leave}
          />
        </section>
      ) : (
        <div ref={row} className="mb-8">
          <Button data-asks="question" className="max-sm:w-full" onClick={() => ask('question')}>
            Ask a question
          </Button>
        </div>
      )}
      <div className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <SelectField
            label="Show questions about"
            value={chosen.lecture ?? ''}
            options={[
              { value: '', label: 'Any part of the course' },
              ...course.lectures.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(value) => choose({ lecture: value === '' ? null : value })}
          />
        </div>
        <div className="pb-2">
          <Checkbox
            checked={chosen.unanswered}
            onChange={({ currentTarget }) => choose({ unanswered: currentTarget.checked })}
          >
            Unanswered only
          </Checkbox>
        </div>
      </div>
      {found.threads.length === 0 ? (
        <NoDiscussions wanted={wanted} onAll={() => choose({ lecture: null, unanswered: false })} />
      ) : (
        <ul aria-label="Discussions" className="flex list-none flex-col rounded-card border border-line bg-surface">
          {found.threads.map((thread) => (
            <li key={thread.id} className="border-b border-line p-4 last:border-b-0 sm:px-6">
              <ThreadListItem courseId={course.id} thread={thread} />
            </li>
          ))}
        </ul>
      )}
      <CursorLinks
        first={wanted.after === null ? null : pageAfter(null)}
        next={found.next === null ? null : pageAfter(found.next)}
      />
    </div>
  )
}

/** Explains why the list is empty and what the reader can do instead. */
function NoDiscussions({
  wanted: { lecture, unanswered },
  onAll,
}: {
  wanted: ReturnType<typeof parseFilter>
  onAll: () => void
}) {
  const where = lecture === null ? '' : ' about this lecture'
  return (
    <EmptyState icon="mail" title={unanswered ? `No unanswered questions${where}` : `No questions${where} yet`}>
      {(lecture !== null || unanswered) && (
        <Button variant="quiet" onClick={onAll}>
          Show all questions in this course
        </Button>
      )}
    </EmptyState>
  )
}
