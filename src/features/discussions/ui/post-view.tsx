import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Prose } from '#web/ui/prose.tsx'
import type { Post } from '../discussions.contract.ts'
import { Mark } from './mark.tsx'
import { PostForm } from './post-form.tsx'
import type { UsedThread } from './use-thread.ts'
import { When } from './when.tsx'
import { TRACES } from './words.ts'

/** What somebody wrote, and what the reader may do to it. */
export function PostView({ post, used }: { post: Post; used: UsedThread }) {
  const [isChanging, setChanging] = useState(false)
  const { author, number, text } = post
  return (
    <article
      aria-label={number === 0 ? `What ${author.name} asked` : `Reply ${number} by ${author.name}`}
      className="rounded-card border border-line bg-surface p-4 sm:p-6"
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
        <p className="mb-3 rounded-control bg-danger-wash px-3 py-2 text-sm wrap-anywhere text-danger">
          Hidden by the academy: {post.hidden_reason} {author.is_own ? 'Only you' : 'Only its author'} and the academy
          read it.
        </p>
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
            setChanging(false)
          }}
          onCancel={() => setChanging(false)}
        />
      ) : (
        <Words post={post} />
      )}
      {!isChanging && <Actions post={post} used={used} onChange={() => setChanging(true)} />}
    </article>
  )
}

/** What was written, or its trace. It keeps its own direction, and does not turn what stands around it. */
function Words({ post: { html, state, author } }: { post: Post }) {
  if (html === null)
    return <p className="text-muted">{author.is_erased ? 'Went with its author’s account' : TRACES[state]}</p>
  return (
    <div dir="auto" className="overflow-x-clip wrap-anywhere [&_pre]:whitespace-pre-wrap">
      <Prose html={html} />
    </div>
  )
}

function Actions({ post, used, onChange }: { post: Post; used: UsedThread; onChange: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  // It takes the place of the button that was pressed.
  useEffect(() => keep.current?.focus(), [isAsked])
  const of = post.number === 0 ? 'the question' : `reply ${post.number}`
  if (!post.may_accept && !post.may_edit && !post.may_delete) return null
  return (
    <div className="mt-3 flex flex-wrap print:hidden">
      {post.may_accept && (
        <Button
          variant="link"
          className="px-3"
          busy={used.busy === post.id}
          aria-label={post.is_accepted ? `Not the answer after all: ${of}` : `This is the answer: ${of}`}
          onClick={() => void used.accept(post)}
        >
          {post.is_accepted ? 'Not the answer after all' : 'This is the answer'}
        </Button>
      )}
      {post.may_edit && (
        <Button variant="link" className="px-3" aria-label={`Edit ${of}`} onClick={onChange}>
          Edit
        </Button>
      )}
      {post.may_delete && !isAsked && (
        <Button variant="link" className="px-3" aria-label={`Delete ${of}`} onClick={() => setAsked(true)}>
          Delete
        </Button>
      )}
      {post.may_delete && isAsked && (
        <>
          <Button variant="link" ref={keep} className="px-3" aria-label={`Keep ${of}`} onClick={() => setAsked(false)}>
            Keep it
          </Button>
          <Button
            variant="link"
            className="px-3 text-danger"
            busy={used.busy === post.id}
            aria-label={`Delete ${of} for good`}
            onClick={() => void used.remove(post)}
          >
            Delete for good
          </Button>
        </>
      )}
    </div>
  )
}
