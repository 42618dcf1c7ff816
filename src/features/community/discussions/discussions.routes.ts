import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { formatMinute } from '#shared/dates.ts'
import { toStaff } from '#shared/policy.ts'
import {
  askInCourse,
  editPost,
  deletePost,
  listDiscussions,
  type Post,
  readDiscussion,
  replyToDiscussion,
} from './discussions.contract.ts'
import {
  getDiscussions,
  getMoments,
  type toPostForReader,
  toReader,
  getThread,
  listUnansweredThreads,
} from './discussions.service.ts'
import {
  acceptReply,
  followDiscussion,
  voteForDiscussion,
  pinOrLockDiscussion,
  listUnansweredDiscussions,
} from './thread-actions.contract.ts'
import { listLectureMoments } from './moments.contract.ts'
import { listOwnPosts } from './own-posts.contract.ts'
import { getOwnPosts } from './own-posts.service.ts'
import { acceptAnswer, followThread, pinOrLockThread, voteForThread } from './thread-actions.service.ts'
import { askQuestion, editOwnPost, deleteOwnPost, postReply } from './posting.service.ts'

export function discussionRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, listDiscussions, async ({ params, body, member }) => {
    const { course, threads, next } = await getDiscussions(deps, toReader(member), {
      slugOrPurchaseId: params.id,
      lectureSlug: body.lecture ?? undefined,
      isUnanswered: body.unanswered,
      after: body.after ?? undefined,
    })
    return {
      course: { id: course.slug, name: course.title, lectures: course.lectures.map(toLectureView) },
      threads: threads.map(({ isPinned, isLocked, isAnswered, lecture, author, activeAt, ...each }) => ({
        ...each,
        active_at: activeAt.toISOString(),
        active: formatMinute(activeAt, 'UTC'),
        lecture: lecture && toLectureView(lecture),
        author: toAuthorView(author),
        is_pinned: isPinned,
        is_locked: isLocked,
        is_answered: isAnswered,
      })),
      next,
    }
  })
  registerEndpoint(app, askInCourse, async ({ params, body, member }) => {
    const { id, lecture, seconds, title, text: words, guard_confirmed: isPhiConfirmed } = body
    await askQuestion(deps, toReader(member), {
      id,
      slugOrPurchaseId: params.id,
      lectureSlug: lecture ?? undefined,
      seconds: seconds ?? undefined,
      title,
      words,
      isPhiConfirmed,
    })
    return { id }
  })
  registerEndpoint(app, readDiscussion, async ({ params: { id, number }, member }) => {
    const reader = toReader(member)
    const thread = await getThread(deps, reader, { id, from: Number(number) })
    const { state, title, seconds, replies, votes } = thread
    return {
      id: thread.id,
      state,
      title,
      seconds,
      replies,
      votes,
      course: { id: thread.courseSlug, name: thread.courseTitle },
      lecture: thread.lecture && toLectureView(thread.lecture),
      is_retired: thread.lecture?.isRetired ?? false,
      lecture_seconds: thread.lecture?.length ?? null,
      has_voted: thread.hasVoted,
      is_followed: thread.isFollowed,
      is_pinned: thread.isPinned,
      is_locked: thread.isLocked,
      is_own: thread.isOwn,
      posts: thread.posts.map(toPostView),
      next: thread.next,
      may_reply: thread.mayReply,
      may_lead: reader.isStaff,
    }
  })
  registerEndpoint(
    app,
    replyToDiscussion,
    async ({ params, body: { id, text: words, guard_confirmed: isPhiConfirmed }, member }) =>
      toPostView(await postReply(deps, toReader(member), { id, threadId: params.id, words, isPhiConfirmed })),
  )
  registerEndpoint(
    app,
    editPost,
    async ({ params: { id }, body: { title, text: words, guard_confirmed: isPhiConfirmed }, member }) =>
      toPostView(await editOwnPost(deps, toReader(member), { id, title, words, isPhiConfirmed })),
  )
  registerEndpoint(app, deletePost, async ({ params: { id }, member }) => {
    await deleteOwnPost(deps, toReader(member), id)
    return { message: 'Deleted.' }
  })
  registerEndpoint(app, listOwnPosts, async ({ body: { after }, member }) => {
    const { posts, next } = await getOwnPosts(deps, toReader(member), after ?? undefined)
    return { posts: posts.map(toOwnPostView), next }
  })
  registerEndpoint(app, listLectureMoments, async ({ params: { id1, id2 }, member }) => {
    const found = await getMoments(deps, toReader(member), { slugOrPurchaseId: id1, lectureSlug: id2 })
    return found.map(({ isAnswered, ...each }) => ({ ...each, is_answered: isAnswered }))
  })
  registerEndpoint(app, acceptReply, async ({ params: { id }, body: { post }, member }) => {
    await acceptAnswer(deps, toReader(member), { threadId: id, postId: post ?? undefined })
    return { message: post === null ? 'No longer marked as the answer.' : 'Marked as the answer.' }
  })
  registerEndpoint(app, voteForDiscussion, async ({ params: { id }, body: { same }, member }) => ({
    votes: await voteForThread(deps, toReader(member), { threadId: id, hasIt: same }),
  }))
  registerEndpoint(app, followDiscussion, async ({ params: { id }, body: { follow: isFollowed }, member }) => {
    await followThread(deps, toReader(member), { threadId: id, isFollowed })
    return { message: isFollowed ? 'You’re following this discussion.' : 'You’re no longer following this discussion.' }
  })
  registerEndpoint(app, pinOrLockDiscussion, async ({ params: { id }, body, member }) => {
    await pinOrLockThread(deps, { id, isPinned: body.is_pinned, isLocked: body.is_locked, by: toStaff(member) })
    return { message: 'Done.' }
  })
  registerEndpoint(app, listUnansweredDiscussions, async ({ body: { after } }) => {
    const { threads, next } = await listUnansweredThreads(deps, after ?? undefined)
    return {
      threads: threads.map(({ courseSlug, courseTitle, isHidden, askedAt, ...each }) => ({
        ...each,
        asked_at: askedAt.toISOString(),
        asked: formatMinute(askedAt, 'UTC'),
        course: { id: courseSlug, name: courseTitle },
        is_hidden: isHidden,
      })),
      next,
    }
  })
}

function formatWritten(at: Date) {
  return { written_at: at.toISOString(), written: formatMinute(at, 'UTC') }
}

function toLectureView({ slug, name }: { slug: string; name: string }) {
  return { id: slug, name }
}

type PostView = ReturnType<typeof toPostForReader>

function toAuthorView({ name, isStaff, isErased, isOwn }: PostView['author']) {
  return { name, is_staff: isStaff, is_erased: isErased, is_own: isOwn }
}

function toOwnPostView({
  id,
  threadId: thread,
  number,
  title,
  words: text,
  writtenAt,
  ...post
}: Awaited<ReturnType<typeof getOwnPosts>>['posts'][number]) {
  const course = { id: post.courseSlug, name: post.courseTitle }
  return {
    id,
    thread,
    number,
    title,
    text,
    ...formatWritten(writtenAt),
    course,
    hidden_reason: post.hiddenReason,
    is_open: post.isOpen,
  }
}

function toPostView(post: PostView): Post {
  const { id, number, author, writtenAt, isEdited, state, html, words, hiddenReason } = post
  return {
    id,
    number,
    ...formatWritten(writtenAt),
    state,
    html,
    author: toAuthorView(author),
    is_edited: isEdited,
    text: words,
    hidden_reason: hiddenReason,
    is_accepted: post.isAccepted,
    may_edit: post.mayEdit,
    may_delete: post.mayDelete,
    may_accept: post.mayAccept,
    is_reported: post.isReported,
    may_report: post.mayReport,
    may_moderate: post.mayModerate,
  }
}
