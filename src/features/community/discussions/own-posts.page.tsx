import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatTime } from '#shared/dates.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { defineActions, UNREACHABLE } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { useAction } from '#web/client/use-action.ts'
import { framedMeta, getView, type PageHandle } from '#web/shell/framed-page.ts'
import { Time, useLanguage } from '#web/shell/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { LoadingBlock } from '#web/ui/loading-block.tsx'
import type { Route } from './+types/own-posts.page.ts'
import type { deletePost } from './discussions.contract.ts'
import type { listOwnPosts } from './own-posts.contract.ts'
import { getPostAddress } from './ui/post-address.ts'
import { useOpenPrompt } from './ui/use-open-prompt.ts'
import { useEscape } from './ui/use-escape.ts'

type OwnPostsPart = EndpointReply<typeof listOwnPosts>
type OwnPost = OwnPostsPart['posts'][number]

export const handle: PageHandle = { title: 'Discussion posts' }
export const meta = framedMeta

const load = (after: string | null, signal?: AbortSignal) =>
  call<typeof listOwnPosts>('POST /Academy/api/account/posts/', { body: { after }, ...(signal && { signal }) })

export const clientLoader = memberLoader(({ request: { signal } }: Route.ClientLoaderArgs) => load(null, signal))

const actions = {
  showEarlier: (after: string | null) => load(after),
  deletePost: async (id: string) => {
    await call<typeof deletePost>('POST /Academy/api/discussion/post/:id/delete/', { params: { id } })
    return { isDeleted: true }
  },
}

export const clientAction = defineActions(actions)

export function HydrateFallback() {
  return <LoadingBlock className="h-60" />
}

/** Includes courses that the member no longer has access to, so that they can still delete their posts. */
export default function OwnPostsPage({ loaderData }: Route.ComponentProps) {
  const part = getView(loaderData)
  return part.posts.length === 0 ? <EmptyState icon="mail" title="You haven’t posted yet" /> : <List first={part} />
}

function List({ first }: { first: OwnPostsPart }) {
  const [{ posts, next }, setPart] = useState(first)
  const action = useAction<typeof actions>({ unreachable: UNREACHABLE })
  const more = async () => {
    const part = await action.submit('showEarlier', next)
    if (part) setPart({ ...part, posts: [...posts, ...part.posts] })
  }
  return (
    <>
      <p className="mb-6 max-w-text text-sm text-muted">
        You can permanently delete any of your posts, including in courses you’re no longer enrolled in. Replies stay;
        your post shows as deleted.
      </p>
      <ul className="flex list-none flex-col gap-4">
        {posts.map((post) => (
          <li key={post.id} className="rounded-card border border-line bg-surface p-4 sm:p-6">
            <Own post={post} />
          </li>
        ))}
      </ul>
      <ActionNotice action={action} className="mt-4" />
      {next !== null && (
        <Button variant="quiet" className="mt-6" busy={action.isBusy} onClick={() => void more()}>
          Show earlier posts
        </Button>
      )}
    </>
  )
}

function Own({ post }: { post: OwnPost }) {
  const {
    id,
    course,
    thread,
    number,
    title,
    text,
    written_at: writtenAt,
    hidden_reason: hiddenReason,
    is_open: isOpen,
  } = post
  const action = useAction<typeof actions>({ unreachable: UNREACHABLE })
  const isGone = action.result('deletePost') !== undefined
  const { asked, ask, leave, row } = useOpenPrompt<'delete'>()
  const cancelButton = useRef<HTMLButtonElement>(null)
  const gone = useRef<HTMLParagraphElement>(null)
  useEscape(row, asked ? leave : undefined)
  // The prompt replaces the button that was clicked, so the focus moves into the prompt.
  useEffect(() => cancelButton.current?.focus(), [asked])
  useEffect(() => gone.current?.focus(), [isGone])
  const of = `your post in ${course.name} on ${formatTime(new Date(writtenAt), undefined, useLanguage())}`
  if (isGone)
    return (
      <p ref={gone} tabIndex={-1} className="text-muted outline-none">
        Deleted.
      </p>
    )
  return (
    <>
      <p className="mb-2 text-sm text-muted">
        {number === 0 ? 'Your question' : 'Your reply'} in {course.name}, <Time at={writtenAt} />
      </p>
      {title !== null && (
        <h2 dir="auto" className="mb-2 font-sans text-base font-semibold tracking-normal wrap-anywhere">
          {title}
        </h2>
      )}
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      {hiddenReason !== null && (
        <p className="mt-3 rounded-control bg-danger-wash px-3 py-2 text-sm whitespace-pre-line wrap-anywhere text-danger">
          <strong>Hidden by a moderator.</strong> {hiddenReason}
        </p>
      )}
      <ActionNotice action={action} className="mt-3" />
      <div ref={row} className="mt-3 -ml-3 flex flex-wrap items-center">
        {isOpen && (
          <Link
            to={getPostAddress({ courseId: course.id, thread, post: number })}
            aria-label={`View: ${of}`}
            className="inline-flex min-h-11 items-center px-3 text-sm font-semibold text-link underline-offset-4 hover:underline"
          >
            View
          </Link>
        )}
        {asked ? (
          <>
            <Button variant="link" ref={cancelButton} aria-label={`Cancel: ${of}`} onClick={leave}>
              Cancel
            </Button>
            <Button
              variant="danger-link"
              busy={action.isBusy}
              aria-label={`Delete permanently: ${of}`}
              onClick={() => void action.submit('deletePost', id)}
            >
              Delete permanently
            </Button>
          </>
        ) : (
          <Button variant="link" data-asks="delete" aria-label={`Delete: ${of}`} onClick={() => ask('delete')}>
            Delete
          </Button>
        )}
      </div>
    </>
  )
}
