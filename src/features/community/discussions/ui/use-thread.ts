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

/** Fewer replies than one call brings, so that there is room for new ones. */
const PAGE_SIZE = 15

export type Thread = EndpointReply<typeof readDiscussion>

type ReadOptions = Pick<EndpointInput<typeof readDiscussion>, 'signal' | 'isUnattended'>

export function readThread(id: string, from: number, how?: ReadOptions): Promise<Thread> {
  return call<typeof readDiscussion>('GET /Academy/api/discussion/:id/from/:number/', {
    params: { id, number: String(from) },
    ...how,
  })
}

/** These with those that are new or changed, in their order. */
function mergePosts(posts: readonly Post[], others: readonly Post[]): Post[] {
  const isOther = new Set(others.map(({ id }) => id))
  return [...posts.filter(({ id }) => !isOther.has(id)), ...others].toSorted((a, b) => a.number - b.number)
}

/** A thread as it stands in the page, what is done to it, and what is told of that. */
export function useThread(first: Thread) {
  const [thread, setThread] = useState(first)
  const [told, setTold] = useState<{ kind: 'success' | 'error'; text: string }>()
  const [busy, setBusy] = useState<string>()
  const [arrived, setArrived] = useState(0)
  const [isGone, setGone] = useState(false)
  const [wantsFocus, setWantsFocus] = useState<{ number: number }>()
  const { id } = thread
  const params = { id }
  const change = (changed: Partial<Thread>) => setThread((before) => ({ ...before, ...changed }))
  const put = (post: Post) => setThread((before) => ({ ...before, posts: mergePosts(before.posts, [post]) }))

  /** Shows what was done to a post, and hands on what is told of it: it was done, whether or not it can be seen now. */
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

  /** One thing at a time; where it fails that is told. */
  const attempt = async (what: string, act: () => Promise<string | undefined>) => {
    if (busy !== undefined) return
    setBusy(what)
    setTold(undefined)
    setWantsFocus(undefined)
    try {
      const text = await act()
      if (text !== undefined) setTold({ kind: 'success', text })
    } catch (error) {
      console.error(error)
      setTold({ kind: 'error', text: getErrorMessage(error) })
    } finally {
      setBusy(undefined)
    }
  }

  return {
    thread,
    told,
    busy,
    /** How many replies came by themselves. */
    arrived,
    /** The post that the keyboard goes to: what was pressed is gone, and the post may stand elsewhere by then, as the answer stands above all others. */
    wantsFocus,
    focusOn: (number: number) => setWantsFocus({ number }),
    /** It is not open any more: gone, or its course is. */
    isGone,
    /** What is shown as it is now, with what came behind it; quietly, since nobody asked for it. Of a long thread the last part is read. */
    async fresh() {
      const [first, last] = [thread.posts.find(({ number }) => number > 0), thread.posts.at(-1)]
      if (thread.next !== null || !last) return
      const from = Math.max(first?.number ?? 1, last.number - PAGE_SIZE + 1)
      try {
        const { posts, state, title, is_locked, may_reply } = await readThread(id, from, { isUnattended: true })
        // Nobody has pressed anything: a post that moves takes the keyboard from nowhere.
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
    /** Throws where it is refused: the form tells it. */
    async reply({ id: post, text }: PostInput, isGuardConfirmed: boolean) {
      put(
        await call<typeof replyToDiscussion>('POST /Academy/api/discussion/:id/reply/', {
          params,
          body: { id: post, text, guard_confirmed: isGuardConfirmed },
        }),
      )
      change({ is_followed: true })
      setTold({ kind: 'success', text: 'Sent.' })
    },
    /** Throws where it is refused: the form tells it. */
    async rewrite(post: Post, { title, text }: PostInput, isGuardConfirmed: boolean) {
      const isFirst = post.number === 0
      const changed = await call<typeof editPost>('POST /Academy/api/discussion/post/:id/change/', {
        params: { id: post.id },
        body: { text, guard_confirmed: isGuardConfirmed, ...(isFirst && { title }) },
      })
      put(changed)
      if (isFirst) change({ title })
      setTold({ kind: 'success', text: 'Changed.' })
    },
    remove: (post: Post) =>
      attempt(post.id, async () => {
        const { message } = await call<typeof deletePost>('POST /Academy/api/discussion/post/:id/delete/', {
          params: { id: post.id },
        })
        return shown(post, message)
      }),
    /** Answers with what the academy says. Throws where it is refused: the form tells it. */
    async report(post: Post, reason: string) {
      const { message } = await call<typeof reportPost>('POST /Academy/api/discussion/post/:id/report/', {
        params: { id: post.id },
        body: { reason },
      })
      put({ ...post, is_reported: true, may_report: false })
      return message
    },
    /** Throws where it is refused: the form tells it. */
    async hide(post: Post, reason: string) {
      const { message } = await call<typeof hidePost>('POST /Academy/api/studio/posts/:id/hide/', {
        params: { id: post.id },
        body: { reason },
      })
      setTold({ kind: 'success', text: await shown(post, message) })
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
