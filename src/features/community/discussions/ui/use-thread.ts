import { useState } from 'react'
import type { EndpointInput } from '#shared/endpoint.ts'
import { UNREACHABLE } from '#web/client/actions.ts'
import { ApiError } from '#web/client/api.ts'
import { type Action, useAction } from '#web/client/use-action.ts'
import type { Post } from '../discussions.contract.ts'
import type { pinOrLockDiscussion } from '../thread-actions.contract.ts'
import { type discussionActions, type PostInput, readThread, type Thread } from './discussion-actions.ts'

/** Fewer replies than one response contains, which leaves room for new ones. */
const PAGE_SIZE = 15

type DiscussionAction = Action<typeof discussionActions>

function mergePosts(posts: readonly Post[], others: readonly Post[]): Post[] {
  const isOther = new Set(others.map(({ id }) => id))
  return [...posts.filter(({ id }) => !isOther.has(id)), ...others].toSorted((a, b) => a.number - b.number)
}

export function useThread(first: Thread) {
  const [thread, setThread] = useState(first)
  const action = useAction<typeof discussionActions>({ unreachable: UNREACHABLE })
  const [arrived, setArrived] = useState(0)
  const [isGone, setGone] = useState(false)
  const [wantsFocus, setWantsFocus] = useState<{ number: number }>()
  const { id } = thread
  const change = (changed: Partial<Thread>) => setThread((before) => ({ ...before, ...changed }))
  const put = (post: Post) => setThread((before) => ({ ...before, posts: mergePosts(before.posts, [post]) }))
  /** Shows a part of the thread that was loaded again. */
  const show = (part: Thread | undefined) => {
    if (!part) return
    const { posts, state, title } = part
    setThread((before) => ({ ...before, posts: mergePosts(before.posts, posts), state, title }))
  }
  /** Runs a button's action; forms run their own. */
  const submit: DiscussionAction['submit'] = (name, ...input) => {
    setWantsFocus(undefined)
    return action.submit(name, ...input)
  }
  const placeOf = ({ number }: Post) => ({ thread: id, number })

  return {
    thread,
    status: action.status,
    isRunning: action.isRunning,
    /** The number of replies that arrived while the page was open. */
    arrived,
    /** The post to focus, because the button was removed and the post may have moved, as an accepted answer does. */
    wantsFocus,
    focusOn: (number: number) => setWantsFocus({ number }),
    /** True if the thread was removed or the reader no longer has access to its course. */
    isGone,
    /** Reloads what is shown and what follows, without an indicator. For a long thread, loads the last page. */
    async fresh() {
      const [first, last] = [thread.posts.find(({ number }) => number > 0), thread.posts.at(-1)]
      if (thread.next !== null || !last) return
      const from = Math.max(first?.number ?? 1, last.number - PAGE_SIZE + 1)
      try {
        const { posts, state, title, is_locked, may_reply } = await readThread(id, from, { isUnattended: true })
        // The reader did not cause this update, so the focus stays where it is.
        setWantsFocus(undefined)
        setThread((before) => ({
          ...before,
          state,
          title,
          is_locked,
          may_reply,
          posts: mergePosts(before.posts, posts),
        }))
        setArrived((before) => before + posts.filter(({ number }) => number > last.number).length)
      } catch (error) {
        console.error(error)
        if (error instanceof ApiError && error.status === 404) setGone(true)
      }
    },
    async more() {
      const part = await submit('showMoreReplies', id, thread.next ?? 0)
      if (part) setThread({ ...part, posts: mergePosts(thread.posts, part.posts) })
    },
    /** Submits through the form's own action, like the functions below. */
    async reply(form: DiscussionAction, written: PostInput) {
      const post = await form.submit('reply', id, written)
      if (!post) return undefined
      put(post)
      change({ is_followed: true })
      action.say('Sent.')
      return post
    },
    async rewrite(form: DiscussionAction, post: Post, written: PostInput) {
      const isFirst = post.number === 0
      const changed = await form.submit('edit', post.id, written, isFirst)
      if (!changed) return undefined
      put(changed)
      if (isFirst) change({ title: written.title })
      action.say('Changed.')
      return changed
    },
    async report(form: DiscussionAction, post: Post, reason: string) {
      const reported = await form.submit('report', post.id, reason)
      if (reported) put({ ...post, is_reported: true, may_report: false })
      return reported
    },
    async hide(form: DiscussionAction, post: Post, reason: string) {
      const hidden = await form.submit('hide', post.id, reason, placeOf(post))
      if (!hidden) return undefined
      show(hidden.part)
      action.say(hidden.message)
      return hidden
    },
    async remove(post: Post) {
      show((await submit('deletePost', post.id, placeOf(post)))?.part)
    },
    async unhide(post: Post) {
      show((await submit('unhide', post.id, placeOf(post)))?.part)
    },
    async accept(post: Post) {
      const isAnswer = !post.is_accepted
      if (!(await submit('accept', post.id, id, isAnswer))) return
      const marked = (other: Post) => ({ ...other, is_accepted: other.id === post.id && isAnswer })
      setThread((before) => ({ ...before, posts: before.posts.map(marked) }))
    },
    async vote() {
      const same = !thread.has_voted
      const reply = await submit('vote', id, same)
      if (reply) change({ votes: reply.votes, has_voted: same })
    },
    async follow() {
      const follow = !thread.is_followed
      if (await submit('follow', id, follow)) change({ is_followed: follow })
    },
    async lead(led: Partial<EndpointInput<typeof pinOrLockDiscussion>['body']>) {
      const body = { is_pinned: thread.is_pinned, is_locked: thread.is_locked, ...led }
      if (await submit('lead', id, body)) change(body)
    },
  }
}

export type ThreadState = ReturnType<typeof useThread>
