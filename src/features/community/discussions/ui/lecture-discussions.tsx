import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { playFrom } from '#features/foundation/playback/ui/control.ts'
import { formatClockTime } from '#shared/clock-time.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { call } from '#web/client/api.ts'
import { Notice } from '#web/ui/notice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { listLectureMoments } from '../moments.contract.ts'
import { AskForm } from './ask-form.tsx'
import { AskRow, DiscussionsSection } from './discussions-section.tsx'
import { Badge } from './badge.tsx'
import { useOpenPrompt } from './use-open-prompt.ts'
import { formatReplyCount } from './post-text.ts'

type Moments = EndpointReply<typeof listLectureMoments>

type LectureDiscussionsProps = { courseId: string; lectureId: string; media: HTMLMediaElement | null }

/** The timestamps in a lecture that have discussions, each playable, and a form to ask about the current one. */
export function LectureDiscussions({ courseId, lectureId, media }: LectureDiscussionsProps) {
  const [moments, setMoments] = useState<Moments>()
  const [isMissing, setMissing] = useState(false)
  const { asked, ask, leave, finish, row } = useOpenPrompt<'question'>()
  /** Undefined if the lecture has no recording. */
  const [askedAt, setAskedAt] = useState<number>()
  const [sent, setSent] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  // The form has been removed by the time this runs.
  useEffect(() => {
    if (sent !== undefined) heading.current?.focus()
  }, [sent])
  useEffect(() => {
    const leaving = new AbortController()
    const load = async () => {
      try {
        setMoments(
          await call<typeof listLectureMoments>('GET /Academy/api/course/:id1/lecture/:id2/discussions/', {
            params: { id1: courseId, id2: lectureId },
            signal: leaving.signal,
          }),
        )
        setMissing(false)
      } catch (error) {
        if (leaving.signal.aborted) return
        console.error(error)
        setMissing(true)
      }
    }
    void load()
    return () => leaving.abort()
    // Reloads after a question was asked, to include it.
  }, [courseId, lectureId, sent])
  const threadAddress = (thread: string) => pageAddress('/MyAcademy/:id/Discussions/:thread', { id: courseId, thread })

  return (
    <DiscussionsSection heading={heading}>
      {sent !== undefined && (
        <Notice kind="success" className="mb-4" action={<TextLink to={threadAddress(sent)}>View question</TextLink>}>
          Posted. We’ll notify you of replies.
        </Notice>
      )}
      {asked === undefined ? (
        <div ref={row}>
          <AskRow
            courseId={courseId}
            lectureId={lectureId}
            onAsk={() => {
              setAskedAt(media ? Math.floor(media.currentTime) : undefined)
              ask('question')
            }}
          />
        </div>
      ) : (
        <AskForm
          courseId={courseId}
          about={{ lecture: lectureId, ...(askedAt !== undefined && { seconds: askedAt }) }}
          onAsked={(id) => {
            finish()
            setSent(id)
          }}
          onCancel={leave}
        />
      )}
      {isMissing && <p className="mt-4 text-sm text-muted">We couldn’t load the questions.</p>}
      {moments && moments.length > 0 && (
        <ol aria-label="Questions by time" className="mt-4 flex list-none flex-col gap-2">
          {moments.map(({ id, seconds, title, replies, is_answered: isAnswered }) => (
            <li key={id} className="flex items-start gap-x-2 rounded-card border border-line bg-surface p-2">
              <button
                type="button"
                aria-label={`Play from ${formatClockTime(seconds)}`}
                disabled={!media}
                onClick={() => {
                  if (!media) return
                  playFrom(media, seconds)
                }}
                className="money min-h-11 min-w-14 shrink-0 rounded-control px-2 text-sm font-semibold text-link"
              >
                {formatClockTime(seconds)}
              </button>
              <div className="min-w-0 flex-1 py-2.5 text-sm">
                <Link to={threadAddress(id)} dir="auto" className="block wrap-anywhere text-link hover:underline">
                  {title}
                </Link>
                <p className="mt-1 flex flex-wrap items-center gap-2 text-muted">
                  {formatReplyCount(replies)} {isAnswered && <Badge isGood>Answered</Badge>}
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </DiscussionsSection>
  )
}
