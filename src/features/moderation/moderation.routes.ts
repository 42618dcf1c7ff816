import type { FastifyInstance } from 'fastify'
import { readSite } from '#features/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { minuteOf } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { mayEver, staffOf } from '#shared/policy.ts'
import { dismissReports, findReports, hideAPost, reportPost, showAPost } from './moderation.contract.ts'
import { dismiss, hide, report, reportedPosts, show } from './moderation.service.ts'

const SCREENFUL = 20

type Shown = ReplyOf<typeof findReports>['posts'][number]

export function moderationRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, reportPost, async ({ params: { id: postId }, body: { reason }, member }) => {
    const isStaff = mayEver(member.role, 'lead discussions')
    await report(deps, { memberId: member.id, isStaff, postId, reason })
    return { message: 'Thank you. Somebody of ours looks at it.' }
  })
  serve(app, findReports, async ({ body: { state, page }, member }) => {
    const { timeZone } = await readSite(deps.db)
    const { posts, isMore } = await reportedPosts(deps, { state, page, limit: SCREENFUL, by: staffOf(member) })
    return { posts: posts.map((post) => toShow(post, timeZone)), is_more: isMore }
  })
  serve(app, hideAPost, async ({ params: { id: postId }, body: { reason }, member }) => {
    await hide(deps, { postId, reason, by: staffOf(member) })
    return { message: 'Hidden. Its author is told why.' }
  })
  serve(app, showAPost, async ({ params: { id: postId }, member }) => {
    await show(deps, { postId, by: staffOf(member) })
    return { message: 'Everybody can read it again. Its author is told.' }
  })
  serve(app, dismissReports, async ({ params: { id: postId }, member }) => {
    await dismiss(deps, { postId, by: staffOf(member) })
    return { message: 'It stays as it is.' }
  })
}

function toShow(post: Awaited<ReturnType<typeof reportedPosts>>['posts'][number], timeZone: string): Shown {
  const { id, threadId, courseSlug, courseTitle, title, words, author, reports } = post
  const name = [author.firstName, author.lastName].filter(Boolean).join(' ') || author.username
  return {
    id,
    thread: threadId,
    course: { id: courseSlug, name: courseTitle },
    title,
    text: words,
    author: { id: author.id, name: author.erasedAt ? 'A former member' : name },
    state: post.deletedAt ? 'deleted' : post.hiddenAt ? 'hidden' : 'there',
    hidden_reason: post.hiddenReason,
    has_confirmed: post.guardConfirmedAt !== null,
    reports: reports.map(({ reason, reportedAt, outcome }) => ({
      reason,
      date: minuteOf(new Date(reportedAt), timeZone),
      outcome,
    })),
    may_decide: post.mayDecide,
  }
}
