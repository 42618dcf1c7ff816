import type { FastifyInstance } from 'fastify'
import { decodeCursor, dismissAllReports, listReportedPosts } from '#features/community/moderation/moderation.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import { dismissPostReports, listPostReports } from './post-reports.contract.ts'

const PAGE_SIZE = 20

type ReportedPost = EndpointReply<typeof listPostReports>['posts'][number]

export function postReportRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, listPostReports, async ({ body: { state, after }, member }) => {
    const { posts, next, waiting } = await listReportedPosts(deps, {
      state,
      after: after === null ? undefined : decodeCursor(after),
      limit: PAGE_SIZE,
      by: toStaff(member),
    })
    return { posts: posts.map((post) => toReportedPost(post)), next, waiting }
  })
  registerEndpoint(app, dismissPostReports, async ({ params: { id: postId }, member }) => {
    await dismissAllReports(deps, { postId, by: toStaff(member) })
    return { message: 'Reports closed. Nothing else changed.' }
  })
}

function toReportedPost(post: Awaited<ReturnType<typeof listReportedPosts>>['posts'][number]): ReportedPost {
  const { id, threadId, courseSlug, courseTitle, title, number, words, author, reports, editedAt } = post
  const name = [author.firstName, author.lastName].filter(Boolean).join(' ') || author.username
  return {
    id,
    thread: threadId,
    course: { id: courseSlug, name: courseTitle },
    title,
    number,
    written: post.writtenAt.toISOString(),
    text: words,
    author: {
      id: author.id,
      name: author.erasedAt ? 'A former member' : name,
      muted_until: post.mutedUntil && post.mutedUntil.toISOString(),
      may_mute: post.mayMute,
    },
    state: post.deletedAt ? 'deleted' : post.hiddenAt ? 'hidden' : 'there',
    hidden_reason: post.hiddenReason,
    changed_since:
      editedAt && reports.some(({ reportedAt }) => new Date(reportedAt) < editedAt) ? editedAt.toISOString() : null,
    has_confirmed: post.phiConfirmedAt !== null,
    reports: reports.map(({ reason, reportedAt, outcome }) => ({
      reason,
      date: new Date(reportedAt).toISOString(),
      outcome,
    })),
    report_count: post.reported,
    may_decide: post.mayDecide,
  }
}
