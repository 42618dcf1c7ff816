import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { atMoment } from '#features/foundation/playback/ui/moment.ts'
import { PLAYING } from '#web/client/told.ts'
import { classes } from '#web/ui/classes.ts'
import { Prose } from '#web/ui/prose.tsx'
import type { Post } from '../discussions.contract.ts'
import { Mark } from './mark.tsx'
import { withMoments } from './moments-in.ts'
import { type Asked, PostActions } from './post-actions.tsx'
import { anchorOf, lectureAddressOf } from './post-address.ts'
import { PostForm } from './post-form.tsx'
import { useAsked } from './use-asked.ts'
import type { Thread, UsedThread } from './use-thread.ts'
import { When } from './when.tsx'
import { TRACES } from './words.ts'

/** What somebody wrote, and what the reader may do to it. */
export function PostView({ post, used }: { post: Post; used: UsedThread }) {
  const asking = useAsked<Asked>()
  const isChanging = asking.asked === 'change'
  const { author, number, text } = post
  const { hash } = useLocation()
  const isNamed = hash === `#${anchorOf(number)}`
  const article = useRef<HTMLElement>(null)
  const focusHere = () => used.focusOn(number)
  const { wantsFocus } = used
  useEffect(() => {
    if (wantsFocus?.number === number) article.current?.focus()
  }, [wantsFocus, number])
  // It was not there yet when the browser looked for it.
  useEffect(() => {
    if (!isNamed) return
    article.current?.scrollIntoView()
    article.current?.focus({ preventScroll: true })
  }, [isNamed])
  return (
    <article
      ref={article}
      id={anchorOf(number)}
      tabIndex={-1}
      aria-label={number === 0 ? `What ${author.name} asked` : `Reply ${number} by ${author.name}`}
      className={classes(
        'scroll-mt-24 rounded-card border bg-surface p-4 sm:p-6',
        isNamed ? 'border-link' : 'border-line',
      )}
    >
      <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <bdi className="font-semibold">{author.name}</bdi>
        {author.is_staff && <Mark>Academy</Mark>}
        {post.is_accepted && <Mark isGood>The answer</Mark>}
        <span className="text-muted">
          <When minute={post.written} />
          {post.is_edited && ' · edited'}
        </span>
      </p>
      {post.hidden_reason !== null && (
        <div className="mb-3 rounded-control bg-danger-wash px-3 py-2 text-sm wrap-anywhere text-danger">
          <p className="font-semibold">
            Hidden by the academy. {author.is_own ? 'Only you' : 'Only its author'} and the academy read it.
          </p>
          <p dir="auto" className="whitespace-pre-line">
            {post.hidden_reason}
          </p>
        </div>
      )}
      {isChanging && text !== null ? (
        <PostForm
          place={`change:${post.id}`}
          name="Change what you wrote"
          label="What you wrote"
          send="Keep the change"
          begin={{ title: used.thread.title ?? '', text }}
          hasTitle={number === 0}
          hasFocus
          onSend={async (written, isGuardConfirmed) => {
            await used.rewrite(post, written, isGuardConfirmed)
            asking.finish()
            focusHere()
          }}
          onCancel={asking.leave}
        />
      ) : (
        <Words post={post} thread={used.thread} />
      )}
      {!isChanging && <PostActions post={post} used={used} asking={asking} onDone={focusHere} />}
    </article>
  )
}

/** What was written, or its trace. It keeps its own direction, and does not turn what stands around it. A moment of the lecture plays by one press. */
function Words({ post: { html, state, author }, thread }: { post: Post; thread: Thread }) {
  const { lecture_seconds: length } = thread
  const box = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const address = lectureAddressOf(thread)
  useEffect(() => {
    const { current } = box
    const play = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-moment]') : null
      // In another tab it is opened as any link.
      if (!link || !address || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      void navigate(atMoment(address, Number(link.dataset['moment'])), { state: PLAYING })
    }
    current?.addEventListener('click', play)
    return () => current?.removeEventListener('click', play)
  }, [address, navigate, html])
  if (html === null)
    return <p className="text-muted">{author.is_erased ? 'Went with its author’s account' : TRACES[state]}</p>
  const addressOf = (seconds: number) => (address ? Object.values(atMoment(address, seconds)).join('') : '')
  return (
    <div ref={box} dir="auto" className="overflow-x-clip wrap-anywhere [&_pre]:whitespace-pre-wrap">
      <Prose html={address && length !== null ? withMoments(html, length, addressOf) : html} />
    </div>
  )
}
