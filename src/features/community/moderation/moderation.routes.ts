import type { FastifyInstance } from 'fastify'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { minuteOf } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { mayEver, staffOf } from '#shared/policy.ts'
import { hideAPost, reportPost, showAPost } from '#features/community/discussions/moderating.contract.ts'
import { dismissReports, findReports } from './moderation.contract.ts'
import { placeOfWords } from './moderation.rules.ts'
import { dismiss, hide, report, reportedPosts, show } from './moderation.service.ts'

const SCREENFUL = 20

type Shown = ReplyOf<typeof findReports>['posts'][number]

export function moderationRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, reportPost, async ({ params: { id: postId }, body: { reason }, member }) => {
    const isStaff = mayEver(member.role, 'lead discussions')
    await report(deps, { memberId: member.id, isStaff, postId, reason })
    return { message: 'Thank you. Somebody of ours looks at it.' }
  })
  serve(app, findReports, async ({ body: { state, after }, member }) => {
    const { timeZone } = await readSite(deps.db)
    const { posts, next, waiting } = await reportedPosts(deps, {
      state,
      after: after === null ? undefined : placeOfWords(after),
      limit: SCREENFUL,
      by: staffOf(member),
    })
    return { posts: posts.map((post) => toShow(post, timeZone)), next, waiting }
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
  const { id, threadId, courseSlug, courseTitle, title, number, words, author, reports, editedAt } = post
  const time = (instant: Date) => minuteOf(instant, timeZone)
  const name = [author.firstName, author.lastName].filter(Boolean).join(' ') || author.username
  return {
    id,
    thread: threadId,
    course: { id: courseSlug, name: courseTitle },
    title,
    number,
    written: time(post.writtenAt),
    text: words,
    author: {
      id: author.id,
      name: author.erasedAt ? 'A former member' : name,
      muted_until: post.mutedUntil && time(post.mutedUntil),
      may_mute: post.mayMute,
    },
    state: post.deletedAt ? 'deleted' : post.hiddenAt ? 'hidden' : 'there',
    hidden_reason: post.hiddenReason,
    changed_since:
      editedAt && reports.some(({ reportedAt }) => new Date(reportedAt) < editedAt) ? time(editedAt) : null,
    has_confirmed: post.guardConfirmedAt !== null,
    reports: reports.map(({ reason, reportedAt, outcome }) => ({
      reason,
      date: time(new Date(reportedAt)),
      outcome,
    })),
    report_count: post.reported,
    may_decide: post.mayDecide,
  }
}
