import { useState } from 'react'
import { getErrorMessage } from '#features/people/accounts/ui/form-errors.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { ApiError, call } from '#web/client/api.ts'
import type { editPost, deletePost, Post, readDiscussion, replyToDiscussion } from '../discussions.contract.ts'
import type { hidePost, reportPost, unhidePost } from '../moderation-actions.contract.ts'
import type {
  acceptReply,
  followDiscussion,
  voteForDiscussion,
  pinOrLockDiscussion,
} from '../thread-actions.contract.ts'
import type { PostInput } from './post-form.tsx'

/** Fewer replies than one call returns, leaving room for new ones. */
const PAGE_SIZE = 15

export type Thread = EndpointReply<typeof readDiscussion>

type ReadOptions = Pick<EndpointInput<typeof readDiscussion>, 'signal' | 'isUnattended'>

export function readThread(id: string, from: number, how?: ReadOptions): Promise<Thread> {
  return call<typeof readDiscussion>('GET /Academy/api/discussion/:id/from/:number/', {
    params: { id, number: String(from) },
    ...how,
  })
}

function mergePosts(posts: readonly Post[], others: readonly Post[]): Post[] {
  const isOther = new Set(others.map(({ id }) => id))
  return [...posts.filter(({ id }) => !isOther.has(id)), ...others].toSorted((a, b) => a.number - b.number)
}

export function useThread(first: Thread) {
  const [thread, setThread] = useState(first)
  const [status, setStatus] = useState<{ kind: 'success' | 'error'; text: string }>()
  const [busy, setBusy] = useState<string>()
  const [arrived, setArrived] = useState(0)
  const [isGone, setGone] = useState(false)
  const [wantsFocus, setWantsFocus] = useState<{ number: number }>()
  const { id } = thread
  const params = { id }
  const change = (changed: Partial<Thread>) => setThread((before) => ({ ...before, ...changed }))
  const put = (post: Post) => setThread((before) => ({ ...before, posts: mergePosts(before.posts, [post]) }))

  /** Shows the result of an action on a post and passes its message on, whether or not the reload succeeds. */
  const shown = async ({ number }: Post, message: string) => {
    try {
      const { posts, state, title } = await readThread(id, number)
      setThread((before) => ({ ...before, posts: mergePosts(before.posts, posts), state, title }))
      return message
    } catch (error) {
      console.error(error)
      return `${message} Load the page again to see it so.`
    }
  }

  /** Runs one action at a time and shows its error. */
  const attempt = async (what: string, act: () => Promise<string | undefined>) => {
    if (busy !== undefined) return
    setBusy(what)
    setStatus(undefined)
    setWantsFocus(undefined)
    try {
      const text = await act()
      if (text !== undefined) setStatus({ kind: 'success', text })
    } catch (error) {
      console.error(error)
      setStatus({ kind: 'error', text: getErrorMessage(error) })
    } finally {
      setBusy(undefined)
    }
  }

  return {
    thread,
    status,
    busy,
    /** The number of replies that arrived on their own. */
    arrived,
    /** The post to focus: the pressed button is gone, and the post may have moved, as an accepted answer does. */
    wantsFocus,
    focusOn: (number: number) => setWantsFocus({ number }),
    /** The thread is gone or its course closed. */
    isGone,
    /** Quietly reloads what is shown and what follows. Of a long thread, loads the last page. */
    async fresh() {
      const [first, last] = [thread.posts.find(({ number }) => number > 0), thread.posts.at(-1)]
      if (thread.next !== null || !last) return
      const from = Math.max(first?.number ?? 1, last.number - PAGE_SIZE + 1)
      try {
        const { posts, state, title, is_locked, may_reply } = await readThread(id, from, { isUnattended: true })
        // Not an action by the reader, so the focus stays where it is.
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
    more: () =>
      attempt('more', async () => {
        const part = await readThread(id, thread.next ?? 0)
        setThread({ ...part, posts: mergePosts(thread.posts, part.posts) })
        return undefined
      }),
    /** Rejects with the error for the form. */
    async reply({ id: post, text }: PostInput, isPhiConfirmed: boolean) {
      put(
        await call<typeof replyToDiscussion>('POST /Academy/api/discussion/:id/reply/', {
          params,
          body: { id: post, text, guard_confirmed: isPhiConfirmed },
        }),
      )
      change({ is_followed: true })
      setStatus({ kind: 'success', text: 'Sent.' })
    },
    /** Rejects with the error for the form. */
    async rewrite(post: Post, { title, text }: PostInput, isPhiConfirmed: boolean) {
      const isFirst = post.number === 0
      const changed = await call<typeof editPost>('POST /Academy/api/discussion/post/:id/change/', {
        params: { id: post.id },
        body: { text, guard_confirmed: isPhiConfirmed, ...(isFirst && { title }) },
      })
      put(changed)
      if (isFirst) change({ title })
      setStatus({ kind: 'success', text: 'Changed.' })
    },
    remove: (post: Post) =>
      attempt(post.id, async () => {
        const { message } = await call<typeof deletePost>('POST /Academy/api/discussion/post/:id/delete/', {
          params: { id: post.id },
        })
        return shown(post, message)
      }),
    /** Returns the server's message. Rejects with the error for the form. */
    async report(post: Post, reason: string) {
      const { message } = await call<typeof reportPost>('POST /Academy/api/discussion/post/:id/report/', {
        params: { id: post.id },
        body: { reason },
      })
      put({ ...post, is_reported: true, may_report: false })
      return message
    },
    /** Rejects with the error for the form. */
    async hide(post: Post, reason: string) {
      const { message } = await call<typeof hidePost>('POST /Academy/api/studio/posts/:id/hide/', {
        params: { id: post.id },
        body: { reason },
      })
      setStatus({ kind: 'success', text: await shown(post, message) })
    },
    show: (post: Post) =>
      attempt(post.id, async () => {
        const { message } = await call<typeof unhidePost>('POST /Academy/api/studio/posts/:id/show/', {
          params: { id: post.id },
          body: {},
        })
        return shown(post, message)
      }),
    accept: (post: Post) =>
      attempt(post.id, async () => {
        const { message } = await call<typeof acceptReply>('POST /Academy/api/discussion/:id/accept/', {
          params,
          body: { post: post.is_accepted ? null : post.id },
        })
        const marked = (other: Post) => ({ ...other, is_accepted: other.id === post.id && !post.is_accepted })
        setThread((before) => ({ ...before, posts: before.posts.map(marked) }))
        return message
      }),
    vote: () =>
      attempt('vote', async () => {
        const same = !thread.has_voted
        const { votes } = await call<typeof voteForDiscussion>('POST /Academy/api/discussion/:id/same-question/', {
          params,
          body: { same },
        })
        change({ votes, has_voted: same })
        return undefined
      }),
    follow: () =>
      attempt('follow', async () => {
        const follow = !thread.is_followed
        const { message } = await call<typeof followDiscussion>('POST /Academy/api/discussion/:id/follow/', {
          params,
          body: { follow },
        })
        change({ is_followed: follow })
        return message
      }),
    lead: (led: { is_pinned?: boolean; is_locked?: boolean }) =>
      attempt('lead', async () => {
        const body = { is_pinned: thread.is_pinned, is_locked: thread.is_locked, ...led }
        const { message } = await call<typeof pinOrLockDiscussion>('POST /Academy/api/studio/discussions/:id/', {
          params,
          body,
        })
        change(body)
        return message
      }),
  }
}

export type ThreadState = ReturnType<typeof useThread>
