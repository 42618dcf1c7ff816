import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { linkToMoment } from '#features/foundation/playback/ui/moment.ts'
import { AUTOPLAY_STATE } from '#web/client/navigation-state.ts'
import { Time } from '#web/shell/time.tsx'
import { classes } from '#web/ui/classes.ts'
import { Prose } from '#web/ui/prose.tsx'
import type { Post } from '../discussions.contract.ts'
import { Badge } from './badge.tsx'
import { linkMoments } from './link-moments.ts'
import { type PostPrompt, PostActions } from './post-actions.tsx'
import { getPostAnchor, getLectureAddress } from './post-address.ts'
import { PostForm } from './post-form.tsx'
import { useOpenPrompt } from './use-open-prompt.ts'
import type { Thread } from './discussion-actions.ts'
import type { ThreadState } from './use-thread.ts'
import { REMOVED_POST_TEXT } from './post-text.ts'

export function PostView({ post, used }: { post: Post; used: ThreadState }) {
  const asking = useOpenPrompt<PostPrompt>()
  const isChanging = asking.asked === 'change'
  const { author, number, text } = post
  const { hash } = useLocation()
  const isNamed = hash === `#${getPostAnchor(number)}`
  const article = useRef<HTMLElement>(null)
  const focusHere = () => used.focusOn(number)
  const { wantsFocus } = used
  useEffect(() => {
    if (wantsFocus?.number === number) article.current?.focus()
  }, [wantsFocus, number])
  // The post was not rendered yet when the browser tried to scroll to it.
  useEffect(() => {
    if (!isNamed) return
    article.current?.scrollIntoView()
    article.current?.focus({ preventScroll: true })
  }, [isNamed])
  return (
    <article
      ref={article}
      id={getPostAnchor(number)}
      tabIndex={-1}
      aria-label={number === 0 ? `Question by ${author.name}` : `Reply ${number} by ${author.name}`}
      className={classes(
        'scroll-mt-24 rounded-card border bg-surface p-4 sm:p-6',
        isNamed ? 'border-link' : 'border-line',
      )}
    >
      <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <bdi className="font-semibold">{author.name}</bdi>
        {author.is_staff && <Badge>Academy</Badge>}
        {post.is_accepted && <Badge isGood>Answer</Badge>}
        <span className="text-muted">
          <Time at={post.written_at} />
          {post.is_edited && ' · edited'}
        </span>
      </p>
      {post.hidden_reason !== null && (
        <div className="mb-3 rounded-control bg-danger-wash px-3 py-2 text-sm wrap-anywhere text-danger">
          <p className="font-semibold">
            Hidden by a moderator. Only {author.is_own ? 'you' : 'its author'} and the academy can see it.
          </p>
          <p dir="auto" className="whitespace-pre-line">
            {post.hidden_reason}
          </p>
        </div>
      )}
      {isChanging && text !== null ? (
        <PostForm
          place={`change:${post.id}`}
          name="Edit your post"
          label="Your post"
          send="Save"
          begin={{ title: used.thread.title ?? '', text }}
          hasTitle={number === 0}
          hasFocus
          onSend={async (action, written) => {
            const changed = await used.rewrite(action, post, written)
            if (!changed) return undefined
            asking.finish()
            focusHere()
            return changed
          }}
          onCancel={asking.leave}
        />
      ) : (
        <PostBody post={post} thread={used.thread} />
      )}
      {!isChanging && <PostActions post={post} used={used} asking={asking} onDone={focusHere} />}
    </article>
  )
}

/**
 * The text or its placeholder. It has its own text direction, which doesn't affect its surroundings. One click on a
 * timestamp plays the lecture from there.
 */
function PostBody({ post: { html, state, author }, thread }: { post: Post; thread: Thread }) {
  const { lecture_seconds: length } = thread
  const box = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const address = getLectureAddress(thread)
  useEffect(() => {
    const { current } = box
    const play = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-moment]') : null
      // A click with a modifier key opens a new tab or window, as with any link.
      if (!link || !address || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      void navigate(linkToMoment(address, Number(link.dataset['moment'])), { state: AUTOPLAY_STATE })
    }
    current?.addEventListener('click', play)
    return () => current?.removeEventListener('click', play)
  }, [address, navigate, html])
  if (html === null)
    return (
      <p className="text-muted">{author.is_erased ? 'Deleted with its author’s account' : REMOVED_POST_TEXT[state]}</p>
    )
  const addressOf = (seconds: number) => (address ? Object.values(linkToMoment(address, seconds)).join('') : '')
  return (
    <div ref={box} dir="auto" className="overflow-x-clip wrap-anywhere [&_pre]:whitespace-pre-wrap">
      <Prose html={address && length !== null ? linkMoments(html, length, addressOf) : html} />
    </div>
  )
}
