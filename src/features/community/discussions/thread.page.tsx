import { Link } from 'react-router'
import { linkToMoment } from '#features/foundation/playback/ui/moment.ts'
import { formatClockTime } from '#shared/clock-time.ts'
import { pluralize } from '#shared/pluralize.ts'
import { pageAddress } from '#shared/pages.ts'
import { defineActions } from '#web/client/actions.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { AUTOPLAY_STATE } from '#web/client/navigation-state.ts'
import { NotFound } from '#web/shell/error-pages.tsx'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BackLink, TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/thread.page.ts'
import { Badge } from './ui/badge.tsx'
import { discussionActions, readThread, type Thread } from './ui/discussion-actions.ts'
import { getLectureAddress } from './ui/post-address.ts'
import { PostForm } from './ui/post-form.tsx'
import { PostView } from './ui/post-view.tsx'
import { useAutoRefresh } from './ui/use-auto-refresh.ts'
import { formatReplyCount, REMOVED_POST_TEXT } from './ui/post-text.ts'
import { type ThreadState, useThread } from './ui/use-thread.ts'
import '#web/ui/members.css'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const thread = loaderData?.view?.thread
  return pageMeta(matches, {
    title: thread ? (thread.title ?? REMOVED_POST_TEXT[thread.state]) : 'Discussion',
    ...(thread && {
      path: pageAddress('/MyAcademy/:id/Discussions/:thread', { id: thread.course.id, thread: thread.id }),
    }),
    isPersonal: true,
  })
}

/** `?reply=37` starts at that reply. */
export const clientLoader = memberLoader(
  async ({ params, request: { signal, url } }: Route.ClientLoaderArgs) => {
    const asked = Number(new URL(url).searchParams.get('reply') ?? 0)
    const from = Number.isSafeInteger(asked) && asked > 0 && asked < 1e6 ? asked : 0
    return { thread: await readThread(params.thread, from, { signal }), from }
  },
  { reasons: ['missing'] },
)

export const clientAction = defineActions(discussionActions)

export function HydrateFallback() {
  return (
    <div className="page-width max-w-[52rem] pt-8">
      <h1 className="sr-only">Loading...</h1>
      <Skeleton className="mb-6 h-11" />
      <Skeleton className="h-60" />
    </div>
  )
}

export default function ThreadPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} missing={<NoAccess />}>
      {({ thread, from }) => (
        // The key includes the title, so that the view starts over if the title has changed when the data is reloaded.
        <ThreadView key={`${thread.id} ${from} ${thread.title}`} first={thread} from={from} />
      )}
    </LoadedPage>
  )
}

/** Members whose purchase was refunded also get here through old links. */
function NoAccess() {
  return (
    <NotFound
      title="You don’t have access to this discussion"
      action={<ButtonLink to={pageAddress('/MyAcademy/')}>Go to My Academy</ButtonLink>}
    >
      It was deleted, or you’re not enrolled in its course.
    </NotFound>
  )
}

function ThreadView({ first, from }: { first: Thread; from: number }) {
  const used = useThread(first)
  useAutoRefresh(used)
  const { thread, isRunning, isGone } = used
  const { course, lecture } = thread
  const opening = thread.posts.find(({ number }) => number === 0)
  const accepted = thread.posts.find((post) => post.is_accepted)
  const replies = thread.posts.filter((post) => post !== opening && post !== accepted)
  if (isGone) return <NoAccess />
  return (
    <div className="page-width max-w-[52rem] pt-4">
      <BackLink to={pageAddress('/MyAcademy/:id/Discussions', { id: course.id })}>Discussions: {course.name}</BackLink>
      <header className="pt-4 pb-8">
        <h1 dir="auto" className="text-2xl wrap-anywhere">
          {thread.title ?? REMOVED_POST_TEXT[thread.state]}
        </h1>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 text-sm">
          {lecture && <Place thread={thread} lecture={lecture} />}
          {thread.is_pinned && <Badge>Pinned</Badge>}
          {thread.is_locked && <Badge>Closed</Badge>}
        </div>
      </header>
      <p role="status" className="sr-only">
        {used.arrived > 0 && `New since you opened this page: ${formatReplyCount(used.arrived)}.`}
      </p>
      <ActionNotice action={used} className="mb-4" />
      <div className="flex flex-col gap-4">
        {opening && <PostView post={opening} used={used} />}
        <ThreadActions used={used} />
        {accepted && <PostView post={accepted} used={used} />}
      </div>
      <section aria-labelledby="replies" className="mt-8">
        <h2 id="replies" className="mb-4 text-xl">
          {accepted ? 'Other replies' : 'Replies'}
        </h2>
        {from > 1 && (
          <p className="mb-4">
            <TextLink to={pageAddress('/MyAcademy/:id/Discussions/:thread', { id: course.id, thread: thread.id })}>
              Go to the first reply
            </TextLink>
          </p>
        )}
        {replies.length === 0 && <p className="text-muted">No replies yet.</p>}
        <div className="flex flex-col gap-4">
          {replies.map((post) => (
            <PostView key={post.id} post={post} used={used} />
          ))}
        </div>
        {thread.next !== null && (
          <p className="mt-6 text-center">
            <Button variant="quiet" busy={isRunning('showMoreReplies')} onClick={() => void used.more()}>
              Show more replies
            </Button>
          </p>
        )}
      </section>
      <section aria-label="Your reply" className="mt-8 pb-8">
        {thread.may_reply ? (
          <PostForm
            place={`reply:${thread.id}`}
            name="Your reply"
            label="Your reply"
            send="Post reply"
            onSend={used.reply}
          />
        ) : (
          <Notice>This discussion is closed to new replies.</Notice>
        )}
      </section>
    </div>
  )
}

/** The thread's lecture; one click plays it from the thread's timestamp. */
function Place({ thread, lecture }: { thread: Thread; lecture: NonNullable<Thread['lecture']> }) {
  const { seconds } = thread
  const address = getLectureAddress(thread)
  if (!address) return <span className="py-2.5 text-muted">{lecture.name}</span>
  if (seconds === null) return <TextLink to={address}>{lecture.name}</TextLink>
  return (
    <Link
      to={linkToMoment(address, seconds)}
      state={AUTOPLAY_STATE}
      className="inline-flex min-h-11 items-center gap-2 text-link underline underline-offset-4"
    >
      <Icon name="play" />
      {lecture.name}: play from {formatClockTime(seconds)}
    </Link>
  )
}

function ThreadActions({ used }: { used: ThreadState }) {
  const { thread, isRunning } = used
  const { votes, has_voted: hasVoted, is_followed: isFollowed } = thread
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      {thread.is_own && votes > 0 && (
        <p className="text-sm text-muted">{pluralize(votes, 'other')} with the same question</p>
      )}
      {!thread.is_own && (thread.state === 'there' || hasVoted) && (
        <Button variant="quiet" aria-pressed={hasVoted} busy={isRunning('vote')} onClick={() => void used.vote()}>
          {hasVoted && <Icon name="check" />}I have this question too{votes > 0 && ` (${votes})`}
        </Button>
      )}
      <Button variant="quiet" aria-pressed={isFollowed} busy={isRunning('follow')} onClick={() => void used.follow()}>
        {isFollowed && <Icon name="check" />}
        {isFollowed ? 'Following' : 'Follow'}
      </Button>
      {thread.may_lead && (
        <>
          <Button
            variant="quiet"
            aria-pressed={thread.is_pinned}
            busy={isRunning('lead')}
            onClick={() => void used.lead({ is_pinned: !thread.is_pinned })}
          >
            {thread.is_pinned && <Icon name="check" />}Pin
          </Button>
          <Button
            variant="quiet"
            aria-pressed={thread.is_locked}
            busy={isRunning('lead')}
            onClick={() => void used.lead({ is_locked: !thread.is_locked })}
          >
            {thread.is_locked && <Icon name="check" />}Close to new replies
          </Button>
        </>
      )}
    </div>
  )
}
