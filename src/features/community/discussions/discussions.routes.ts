import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { staffOf } from '#shared/policy.ts'
import {
  askInCourse,
  changePost,
  deletePost,
  listDiscussions,
  type Post,
  readDiscussion,
  replyToDiscussion,
} from './discussions.contract.ts'
import { discussionsOf, momentsOf, type postShown, readerOf, threadFor, waitingThreads } from './discussions.service.ts'
import {
  acceptReply,
  followDiscussion,
  haveSameQuestion,
  leadDiscussion,
  listWaitingDiscussions,
} from './thread-actions.contract.ts'
import { listLectureMoments } from './moments.contract.ts'
import { listOwnPosts } from './own-posts.contract.ts'
import { ownPosts } from './own-posts.service.ts'
import { accept, follow, leadThread, voteFor } from './thread-actions.service.ts'
import { ask, changeOwn, deleteOwn, reply } from './posting.service.ts'

export function discussionRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listDiscussions, async ({ params, body, member }) => {
    const { course, threads, next } = await discussionsOf(deps, readerOf(member), {
      slugOrPurchaseId: params.id,
      lectureSlug: body.lecture ?? undefined,
      isUnanswered: body.unanswered,
      after: body.after ?? undefined,
    })
    return {
      course: { id: course.slug, name: course.title, lectures: course.lectures.map(toShowLecture) },
      threads: threads.map(({ isPinned, isLocked, isAnswered, lecture, author, ...each }) => ({
        ...each,
        lecture: lecture && toShowLecture(lecture),
        author: toShowAuthor(author),
        is_pinned: isPinned,
        is_locked: isLocked,
        is_answered: isAnswered,
      })),
      next,
    }
  })
  serve(app, askInCourse, async ({ params, body, member }) => {
    const { id, lecture, seconds, title, text: words, guard_confirmed: isGuardConfirmed } = body
    await ask(deps, readerOf(member), {
      id,
      slugOrPurchaseId: params.id,
      lectureSlug: lecture ?? undefined,
      seconds: seconds ?? undefined,
      title,
      words,
      isGuardConfirmed,
    })
    return { id }
  })
  serve(app, readDiscussion, async ({ params: { id, number }, member }) => {
    const reader = readerOf(member)
    const thread = await threadFor(deps, reader, { id, from: Number(number) })
    const { state, title, seconds, replies, votes } = thread
    return {
      id: thread.id,
      state,
      title,
      seconds,
      replies,
      votes,
      course: { id: thread.courseSlug, name: thread.courseTitle },
      lecture: thread.lecture && toShowLecture(thread.lecture),
      is_retired: thread.lecture?.isRetired ?? false,
      lecture_seconds: thread.lecture?.length ?? null,
      has_voted: thread.hasVoted,
      is_followed: thread.isFollowed,
      is_pinned: thread.isPinned,
      is_locked: thread.isLocked,
      is_own: thread.isOwn,
      posts: thread.posts.map(toShowPost),
      next: thread.next,
      may_reply: thread.mayReply,
      may_lead: reader.isStaff,
    }
  })
  serve(
    app,
    replyToDiscussion,
    async ({ params, body: { id, text: words, guard_confirmed: isGuardConfirmed }, member }) =>
      toShowPost(await reply(deps, readerOf(member), { id, threadId: params.id, words, isGuardConfirmed })),
  )
  serve(
    app,
    changePost,
    async ({ params: { id }, body: { title, text: words, guard_confirmed: isGuardConfirmed }, member }) =>
      toShowPost(await changeOwn(deps, readerOf(member), { id, title, words, isGuardConfirmed })),
  )
  serve(app, deletePost, async ({ params: { id }, member }) => {
    await deleteOwn(deps, readerOf(member), id)
    return { message: 'Deleted.' }
  })
  serve(app, listOwnPosts, async ({ body: { after }, member }) => {
    const { posts, next } = await ownPosts(deps, readerOf(member), after ?? undefined)
    return { posts: posts.map(toShowOwnPost), next }
  })
  serve(app, listLectureMoments, async ({ params: { id1, id2 }, member }) => {
    const found = await momentsOf(deps, readerOf(member), { slugOrPurchaseId: id1, lectureSlug: id2 })
    return found.map(({ isAnswered, ...each }) => ({ ...each, is_answered: isAnswered }))
  })
  serve(app, acceptReply, async ({ params: { id }, body: { post }, member }) => {
    await accept(deps, readerOf(member), { threadId: id, postId: post ?? undefined })
    return { message: post === null ? 'No reply is marked as the answer.' : 'Marked as the answer.' }
  })
  serve(app, haveSameQuestion, async ({ params: { id }, body: { same }, member }) => ({
    votes: await voteFor(deps, readerOf(member), { threadId: id, hasIt: same }),
  }))
  serve(app, followDiscussion, async ({ params: { id }, body: { follow: isFollowed }, member }) => {
    await follow(deps, readerOf(member), { threadId: id, isFollowed })
    return { message: isFollowed ? 'You follow this discussion.' : 'You do not follow this discussion.' }
  })
  serve(app, leadDiscussion, async ({ params: { id }, body, member }) => {
    await leadThread(deps, { id, isPinned: body.is_pinned, isLocked: body.is_locked, by: staffOf(member) })
    return { message: 'Done.' }
  })
  serve(app, listWaitingDiscussions, async ({ body: { after } }) => {
    const { threads, next } = await waitingThreads(deps, after ?? undefined)
    return {
      threads: threads.map(({ courseSlug, courseTitle, isHidden, ...each }) => ({
        ...each,
        course: { id: courseSlug, name: courseTitle },
        is_hidden: isHidden,
      })),
      next,
    }
  })
}

function toShowLecture({ slug, name }: { slug: string; name: string }) {
  return { id: slug, name }
}

type Shown = ReturnType<typeof postShown>

function toShowAuthor({ name, isStaff, isErased, isOwn }: Shown['author']) {
  return { name, is_staff: isStaff, is_erased: isErased, is_own: isOwn }
}

function toShowOwnPost({
  id,
  threadId: thread,
  number,
  title,
  words: text,
  written,
  ...post
}: Awaited<ReturnType<typeof ownPosts>>['posts'][number]) {
  const course = { id: post.courseSlug, name: post.courseTitle }
  return { id, thread, number, title, text, written, course, hidden_reason: post.hiddenReason, is_open: post.isOpen }
}

function toShowPost(post: Shown): Post {
  const { id, number, author, written, isEdited, state, html, words, hiddenReason } = post
  return {
    id,
    number,
    written,
    state,
    html,
    author: toShowAuthor(author),
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
