import { Link } from 'react-router'
import { clockTime } from '#shared/clock-time.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import type { listDiscussions } from '../discussions.contract.ts'
import { Mark } from './mark.tsx'
import { repliesInWords, TRACES } from './words.ts'
import { When } from './when.tsx'

type Thread = ReplyOf<typeof listDiscussions>['threads'][number]

/** A discussion in the list of its course. */
export function ThreadLine({ courseId, thread }: { courseId: string; thread: Thread }) {
  const { id, title, state, lecture, seconds, author, active, replies, votes } = thread
  const place = lecture && (seconds === null ? lecture.name : `${lecture.name}, at ${clockTime(seconds)}`)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={pageAddress('/MyAcademy/:id/Discussions/:thread', { id: courseId, thread: id })}
          dir="auto"
          className="relative -my-1.5 block max-w-full py-1.5 font-semibold text-pretty wrap-anywhere text-link hover:underline"
        >
          {title ?? TRACES[state]}
        </Link>
        {thread.is_pinned && <Mark>On top</Mark>}
        {thread.is_locked && <Mark>Closed</Mark>}
        {thread.is_answered && <Mark isGood>Answered</Mark>}
      </div>
      {place && <p className="text-sm wrap-anywhere">{place}</p>}
      <p className="text-sm text-muted">
        <bdi>{author.name}</bdi>
        {author.is_staff && ', of the academy'} · {repliesInWords(replies)}
        {votes > 0 && ` · ${votes} with the same question`} · <When minute={active} />
      </p>
    </>
  )
}
