import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { hasPermissionForAny, toStaff } from '#shared/policy.ts'
import { hidePost, reportPost, unhidePost } from '#features/community/discussions/moderation-actions.contract.ts'
import { hideReportedPost, submitPostReport, unhideReportedPost } from './moderation.service.ts'

export function moderationRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, reportPost, async ({ params: { id: postId }, body: { reason }, member }) => {
    const isStaff = hasPermissionForAny(member.role, 'moderate discussions')
    await submitPostReport(deps, { memberId: member.id, isStaff, postId, reason })
    return { message: 'Thank you. A moderator will review it.' }
  })
  registerEndpoint(app, hidePost, async ({ params: { id: postId }, body: { reason }, member }) => {
    await hideReportedPost(deps, { postId, reason, by: toStaff(member) })
    return { message: 'Post hidden. We’re notifying the author of the reason.' }
  })
  registerEndpoint(app, unhidePost, async ({ params: { id: postId }, member }) => {
    await unhideReportedPost(deps, { postId, by: toStaff(member) })
    return { message: 'Post unhidden. We’re notifying the author.' }
  })
}
