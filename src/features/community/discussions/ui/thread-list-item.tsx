import { Link } from 'react-router'
import { formatClockTime } from '#shared/clock-time.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import type { listDiscussions } from '../discussions.contract.ts'
import { Time } from '#web/shell/time.tsx'
import { Badge } from './badge.tsx'
import { formatReplyCount, REMOVED_POST_TEXT } from './post-text.ts'

type Thread = EndpointReply<typeof listDiscussions>['threads'][number]

export function ThreadListItem({ courseId, thread }: { courseId: string; thread: Thread }) {
  const { id, title, state, lecture, seconds, author, active_at: activeAt, replies, votes } = thread
  const place = lecture && (seconds === null ? lecture.name : `${lecture.name}, at ${formatClockTime(seconds)}`)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={pageAddress('/MyAcademy/:id/Discussions/:thread', { id: courseId, thread: id })}
          dir="auto"
          className="relative -my-1.5 block max-w-full py-1.5 font-semibold text-pretty wrap-anywhere text-link hover:underline"
        >
          {title ?? REMOVED_POST_TEXT[state]}
        </Link>
        {thread.is_pinned && <Badge>Pinned</Badge>}
        {thread.is_locked && <Badge>Closed</Badge>}
        {thread.is_answered && <Badge isGood>Answered</Badge>}
      </div>
      {place && <p className="text-sm wrap-anywhere">{place}</p>}
      <p className="text-sm text-muted">
        <bdi>{author.name}</bdi>
        {author.is_staff && ' (Academy)'} · {formatReplyCount(replies)}
        {votes > 0 && ` · ${votes} with the same question`} · <Time at={activeAt} />
      </p>
    </>
  )
}
