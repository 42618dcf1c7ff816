import { checkForPatientData } from '#features/foundation/phi-check/ui/use-phi-check.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { ActionError } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { sendOnce } from '#web/client/send-once.ts'
import type { askInCourse, deletePost, editPost, readDiscussion, replyToDiscussion } from '../discussions.contract.ts'
import type { hidePost, reportPost, unhidePost } from '../moderation-actions.contract.ts'
import type {
  acceptReply,
  followDiscussion,
  pinOrLockDiscussion,
  voteForDiscussion,
} from '../thread-actions.contract.ts'

export type Thread = EndpointReply<typeof readDiscussion>

/** What the author wrote. A retry after a lost response keeps the ID, so that the post is stored once. */
export type PostInput = {
  id: string
  title: string
  text: string
  /** Words that look like patient data but that the author confirmed are not. */
  confirmed: readonly string[]
}

/** Identifies a post's thread and position, so that it can be loaded again after a change. */
type PostPlace = { thread: string; number: number }

type ReadOptions = Pick<EndpointInput<typeof readDiscussion>, 'signal' | 'isUnattended'>

export function readThread(id: string, from: number, how?: ReadOptions): Promise<Thread> {
  return call<typeof readDiscussion>('GET /Academy/api/discussion/:id/from/:number/', {
    params: { id, number: String(from) },
    ...how,
  })
}

export const discussionActions = {
  /** `seconds` is undefined if the input is not a valid time. */
  ask: async (
    course: string,
    written: PostInput,
    { lecture, seconds }: { lecture: string | null; seconds?: number | null | undefined },
  ) => {
    checkPost(written, true)
    if (seconds === undefined)
      throw new ActionError('Not posted yet. Please check the marked fields.', {
        seconds: 'Enter minutes and seconds, such as 12:40.',
      })
    const { title, text } = written
    const isConfirmed = await checkForPatientData(`${title}\n${text}`, written.confirmed)
    return sendOnce(written.id, async (id) => {
      await call<typeof askInCourse>('POST /Academy/api/take/course/:id/discussions/ask/', {
        params: { id: course },
        body: { id, title, text, lecture, seconds, guard_confirmed: isConfirmed },
      })
      return { id }
    })
  },
  reply: async (thread: string, written: PostInput) => {
    checkPost(written, false)
    const { text } = written
    const isConfirmed = await checkForPatientData(text, written.confirmed)
    return sendOnce(written.id, (id) =>
      call<typeof replyToDiscussion>('POST /Academy/api/discussion/:id/reply/', {
        params: { id: thread },
        body: { id, text, guard_confirmed: isConfirmed },
      }),
    )
  },
  edit: async (id: string, written: PostInput, isFirst: boolean) => {
    checkPost(written, isFirst)
    const { title, text } = written
    const isConfirmed = await checkForPatientData(`${title}\n${text}`, written.confirmed)
    return call<typeof editPost>('POST /Academy/api/discussion/post/:id/change/', {
      params: { id },
      body: { text, guard_confirmed: isConfirmed, ...(isFirst && { title }) },
    })
  },
  deletePost: async (id: string, place: PostPlace) => {
    const reply = await call<typeof deletePost>('POST /Academy/api/discussion/post/:id/delete/', { params: { id } })
    return readAgain(place, reply)
  },
  report: (id: string, reason: string) =>
    call<typeof reportPost>('POST /Academy/api/discussion/post/:id/report/', { params: { id }, body: { reason } }),
  hide: async (id: string, reason: string, place: PostPlace) => {
    const reply = await call<typeof hidePost>('POST /Academy/api/studio/posts/:id/hide/', {
      params: { id },
      body: { reason },
    })
    return readAgain(place, reply)
  },
  unhide: async (id: string, place: PostPlace) => {
    const reply = await call<typeof unhidePost>('POST /Academy/api/studio/posts/:id/show/', {
      params: { id },
      body: {},
    })
    return readAgain(place, reply)
  },
  accept: (post: string, thread: string, isAnswer: boolean) =>
    call<typeof acceptReply>('POST /Academy/api/discussion/:id/accept/', {
      params: { id: thread },
      body: { post: isAnswer ? post : null },
    }),
  vote: (id: string, same: boolean) =>
    call<typeof voteForDiscussion>('POST /Academy/api/discussion/:id/same-question/', {
      params: { id },
      body: { same },
    }),
  follow: (id: string, follow: boolean) =>
    call<typeof followDiscussion>('POST /Academy/api/discussion/:id/follow/', { params: { id }, body: { follow } }),
  lead: (id: string, body: EndpointInput<typeof pinOrLockDiscussion>['body']) =>
    call<typeof pinOrLockDiscussion>('POST /Academy/api/studio/discussions/:id/', { params: { id }, body }),
  showMoreReplies: (id: string, from: number) => readThread(id, from),
}

function checkPost({ title, text }: PostInput, hasTitle: boolean): void {
  const missing = {
    ...(hasTitle && title.trim() === '' && { title: 'Enter a title.' }),
    ...(text.trim() === '' && { text: 'Enter some text.' }),
  }
  if (Object.keys(missing).length > 0) throw new ActionError('Please complete the marked fields.', missing)
}

/** The message after an action on a post, and the thread from that post on, unless it can't be loaded. */
async function readAgain({ thread, number }: PostPlace, { message }: { message: string }) {
  try {
    return { message, part: await readThread(thread, number) }
  } catch (error) {
    console.error(error)
    return { message: `${message} Reload the page to see the change.`, part: undefined }
  }
}
