import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '#features/community/discussions/ui/badge.tsx'
import { ReasonForm } from '#features/community/discussions/ui/reason-form.tsx'
import { useOpenPrompt } from '#features/community/discussions/ui/use-open-prompt.ts'
import { Time } from '#web/shell/time.tsx'
import type { listPostReports } from '../post-reports.contract.ts'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { type Action, useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import type { moderationActions } from './moderation-actions.ts'
import { MuteForm } from './mute-form.tsx'

type Reported = EndpointReply<typeof listPostReports>['posts'][number]
type Outcome = NonNullable<Reported['reports'][number]['outcome']>

const OUTCOMES: Readonly<Record<Outcome, string>> = { hidden: 'hidden', dismissed: 'dismissed' }
const LINK = 'relative -my-1.5 inline-block max-w-full py-1.5 wrap-anywhere text-link hover:underline'

type ReportedPostProps = { post: Reported; onChanged: (post: Reported) => void; onMuted: (until: string) => void }

export function ReportedPost({ post, onChanged, onMuted }: ReportedPostProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Called when the focused element no longer exists.
  const toHeading = () => heading.current?.focus()
  const { author, course, thread, number, written, state } = post
  const title = post.title === '' ? 'Discussion whose question was deleted' : post.title
  const address = pageAddress('/MyAcademy/:id/Discussions/:thread', { id: course.id, thread })
  return (
    <article
      aria-labelledby={`title-${post.id}`}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <div>
        <h2 ref={heading} id={`title-${post.id}`} tabIndex={-1} className="text-base text-pretty outline-none">
          <Link to={number === 0 ? address : `${address}?reply=${number}`} dir="auto" className={LINK}>
            {number === 0 ? title : `Reply ${number} in: ${title}`}
          </Link>
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Link to={pageAddress('/Studio/People/:id', { id: author.id })} className={LINK}>
            <bdi>{author.name}</bdi>
          </Link>
          <span>
            {course.name}, <Time at={written} />
          </span>
          {author.muted_until !== null && (
            <Badge>
              Muted until <Time at={author.muted_until} isDeadline />
            </Badge>
          )}
          {state === 'hidden' && <Badge>Hidden</Badge>}
          {state === 'deleted' && <Badge>Deleted by author</Badge>}
        </p>
      </div>
      {state !== 'deleted' && <PostBody text={post.text} />}
      {post.changed_since !== null && (
        <p className="max-w-text text-sm font-semibold text-pretty">
          The author edited this post after it was reported. The reported text might be gone. Edited:{' '}
          <Time at={post.changed_since} />
        </p>
      )}
      {post.has_confirmed && (
        <p className="max-w-text text-sm font-semibold text-pretty">The author posted this despite a PHI warning.</p>
      )}
      {post.hidden_reason !== null && (
        <p className="max-w-text text-sm whitespace-pre-line wrap-anywhere">
          Hidden. Reason shown to the author: <bdi>{post.hidden_reason}</bdi>
        </p>
      )}
      <ReportReason reports={post.reports} many={post.report_count} />
      <Decision
        post={post}
        onChanged={(changed) => {
          onChanged({ ...post, ...changed })
          toHeading()
        }}
        onMuted={(until) => {
          onMuted(until)
          toHeading()
        }}
      />
    </article>
  )
}

/** Longer posts are collapsed. */
const LONG_POST_CHARACTERS = 700
const MANY_LINES = 12

function PostBody({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(text.length <= LONG_POST_CHARACTERS && text.split('\n').length <= MANY_LINES)
  const shown = isWhole ? text : text.split('\n').slice(0, MANY_LINES).join('\n').slice(0, LONG_POST_CHARACTERS)
  return (
    <div className="max-w-text border-l-4 border-line pl-4">
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {shown}
        {!isWhole && '…'}
      </p>
      {!isWhole && (
        <Button variant="link" className="-ml-3" onClick={() => setWhole(true)}>
          Show more
        </Button>
      )}
    </div>
  )
}

const MAX_SHOWN_REPORTS = 5

function ReportReason({ reports, many }: { reports: Reported['reports']; many: number }) {
  const [isWhole, setWhole] = useState(reports.length <= MAX_SHOWN_REPORTS)
  return (
    <div className="max-w-text">
      <h3 className="text-sm font-semibold">{pluralize(many, 'report')}</h3>
      <ul className="flex list-none flex-col">
        {(isWhole ? reports : reports.slice(0, MAX_SHOWN_REPORTS)).map(({ reason, date, outcome }, nth) => (
          <li key={`${date} ${nth}`} className="mt-1">
            <span dir="auto" className="block whitespace-pre-line wrap-anywhere">
              {reason}
            </span>
            <span className="text-sm text-muted">
              <Time at={date} />
              {outcome !== null && `, then ${OUTCOMES[outcome]}`}
            </span>
          </li>
        ))}
      </ul>
      {!isWhole && (
        <Button variant="link" className="-ml-3" onClick={() => setWhole(true)}>
          {reports.length < many ? `Show ${reports.length} reports` : 'Show all reports'}
        </Button>
      )}
    </div>
  )
}

type DecisionProps = {
  post: Reported
  onChanged: (changed: Partial<Reported>) => void
  onMuted: (until: string) => void
}

function Decision({ post, onChanged, onMuted }: DecisionProps) {
  const { id, state, author, reports } = post
  const action = useAction<typeof moderationActions>()
  const { asked, ask, leave, finish, row } = useOpenPrompt<'hide' | 'mute'>()
  const isWaiting = reports.some(({ outcome }) => outcome === null)
  const decided = (outcome: Outcome) => reports.map((report) => ({ ...report, outcome: report.outcome ?? outcome }))
  if (!post.may_decide)
    return <p className="text-muted">This is your own post. Ask another staff member to review it.</p>

  const dismiss = async () => {
    if (await action.submit('dismissReports', id)) onChanged({ reports: decided('dismissed') })
  }
  const show = async () => {
    if (await action.submit('unhidePost', id)) onChanged({ state: 'there', hidden_reason: null })
  }
  return (
    <div className="flex flex-col gap-4">
      <ActionNotice action={action} />
      {asked === 'hide' ? (
        <ReasonForm
          place={`hide:${id}`}
          name="Hide post"
          label="Reason"
          hint="The author sees this reason with the post. Others see only that a post was hidden. You can unhide it later."
          send="Hide post"
          onSend={async (form: Action<typeof moderationActions>, reason) => {
            const hidden = await form.submit('hidePost', id, reason)
            if (!hidden) return undefined
            finish()
            action.say(hidden.message)
            onChanged({ state: 'hidden', hidden_reason: reason, reports: decided('hidden') })
            return hidden
          }}
          onCancel={leave}
        />
      ) : asked === 'mute' ? (
        <MuteForm
          memberId={author.id}
          onMuted={({ message, until }) => {
            finish()
            action.say(message)
            onMuted(until)
          }}
          onCancel={leave}
        />
      ) : (
        <div ref={row} className="flex flex-wrap gap-3 empty:hidden">
          {state === 'there' && (
            <Button variant="quiet" data-asks="hide" onClick={() => ask('hide')}>
              Hide post…
            </Button>
          )}
          {state === 'hidden' && (
            <Button variant="quiet" busy={action.isBusy} onClick={() => void show()}>
              Unhide post
            </Button>
          )}
          {isWaiting && (
            <Button variant="quiet" busy={action.isBusy} onClick={() => void dismiss()}>
              {state === 'there' ? 'Dismiss reports' : 'Close reports'}
            </Button>
          )}
          {author.may_mute && (
            <Button variant="quiet" data-asks="mute" onClick={() => ask('mute')}>
              Mute author…
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
