import { useEffect, useRef, useState } from 'react'
import type { Action } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import type { Post } from '../discussions.contract.ts'
import type { discussionActions } from './discussion-actions.ts'
import { ReasonForm } from './reason-form.tsx'
import type { OpenPrompt } from './use-open-prompt.ts'
import { useEscape } from './use-escape.ts'
import type { ThreadState } from './use-thread.ts'

/** The open prompt, which replaces the buttons or appears next to them; `change` replaces the post. */
export type PostPrompt = 'change' | 'delete' | 'report' | 'hide'

type PostActionsProps = { post: Post; used: ThreadState; asking: OpenPrompt<PostPrompt>; onDone: () => void }

/** The reader's actions on a post; `onDone` is called after an action that removes the button that was clicked. */
export function PostActions({ post, used, asking, onDone }: PostActionsProps) {
  const { asked, ask, leave, finish, row } = asking
  const [thanks, setThanks] = useState<string>()
  const cancelButton = useRef<HTMLButtonElement>(null)
  const said = useRef<HTMLParagraphElement>(null)
  useEscape(row, asked === 'delete' ? leave : undefined)
  // The prompt replaces the button that was clicked, so the focus moves into the prompt.
  useEffect(() => cancelButton.current?.focus(), [asked])
  useEffect(() => {
    if (thanks !== undefined) said.current?.focus()
  }, [thanks])
  const of = post.number === 0 ? 'the question' : `reply ${post.number}`
  const isBusy = (['accept', 'deletePost', 'unhide'] as const).some((name) => used.isRunning(name, post.id))
  if (asked === 'report')
    return (
      <div className="mt-4">
        <ReasonForm
          place={`report:${post.id}`}
          name={`Report ${of}`}
          label="What’s wrong?"
          hint="A moderator will review it. The author won’t see who reported it."
          send="Report post"
          onSend={async (action: Action<typeof discussionActions>, reason) => {
            const reported = await used.report(action, post, reason)
            if (!reported) return undefined
            setThanks(reported.message)
            finish()
            return reported
          }}
          onCancel={leave}
        />
      </div>
    )
  if (asked === 'hide')
    return (
      <div className="mt-4">
        <ReasonForm
          place={`hide:${post.id}`}
          name={`Hide ${of}`}
          label="Reason for hiding"
          hint="The author sees this reason. Others see only that a post was hidden. You can unhide it later."
          send="Hide post"
          onSend={async (action: Action<typeof discussionActions>, reason) => {
            const hidden = await used.hide(action, post, reason)
            if (!hidden) return undefined
            finish()
            onDone()
            return hidden
          }}
          onCancel={leave}
        />
      </div>
    )
  return (
    <div ref={row} className="mt-3 -ml-3 flex flex-wrap items-center empty:hidden print:hidden">
      {post.may_accept && (
        <Button
          variant="link"
          busy={isBusy}
          aria-label={post.is_accepted ? `Unmark as answer: ${of}` : `Mark as answer: ${of}`}
          onClick={() => void used.accept(post).then(onDone)}
        >
          {post.is_accepted ? 'Unmark as answer' : 'Mark as answer'}
        </Button>
      )}
      {post.may_edit && (
        <Button variant="link" data-asks="change" aria-label={`Edit ${of}`} onClick={() => ask('change')}>
          Edit
        </Button>
      )}
      {post.may_delete && asked !== 'delete' && (
        <Button variant="link" data-asks="delete" aria-label={`Delete ${of}`} onClick={() => ask('delete')}>
          Delete
        </Button>
      )}
      {post.may_delete && asked === 'delete' && (
        <>
          <Button variant="link" ref={cancelButton} aria-label={`Cancel: ${of}`} onClick={leave}>
            Cancel
          </Button>
          <Button
            variant="danger-link"
            busy={isBusy}
            aria-label={`Delete permanently: ${of}`}
            onClick={() => void used.remove(post).then(onDone)}
          >
            Delete permanently
          </Button>
        </>
      )}
      {post.may_moderate && post.state === 'hidden' && (
        <Button
          variant="link"
          busy={isBusy}
          aria-label={`Unhide: ${of}`}
          onClick={() => void used.unhide(post).then(onDone)}
        >
          Unhide
        </Button>
      )}
      {post.may_moderate && post.state === 'there' && (
        <Button variant="link" data-asks="hide" aria-label={`Hide ${of}`} onClick={() => ask('hide')}>
          Hide…
        </Button>
      )}
      {/* Moderators take action instead of reporting. */}
      {post.may_report && !post.may_moderate && (
        <Button variant="link" data-asks="report" aria-label={`Report ${of}`} onClick={() => ask('report')}>
          Report…
        </Button>
      )}
      {post.is_reported && !post.may_moderate && (
        <p ref={said} tabIndex={-1} className="px-3 py-2.5 text-sm text-muted outline-none">
          You reported this post.{thanks !== undefined && ` ${thanks}`}
        </p>
      )}
    </div>
  )
}
