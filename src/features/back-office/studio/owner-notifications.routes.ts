import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { toStaff } from '#shared/policy.ts'
import { readOwnerNotifications, notifyOwners } from './owner-notifications.contract.ts'
import { getOwnerNotifications, notifyLectureOwners } from '#features/catalog/law-review/law-review.public.ts'

export function ownerNotificationRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readOwnerNotifications, async ({ params: { id, lecture } }) => {
    const { isAnnounced, changes, ...notification } = await getOwnerNotifications(deps, { courseId: id, key: lecture })
    return { ...notification, is_told: isAnnounced, told: changes }
  })
  registerEndpoint(app, notifyOwners, async ({ params: { id, lecture }, body, member }) => {
    const owners = await notifyLectureOwners(deps, { courseId: id, key: lecture, ...body, by: toStaff(member) })
    return { message: `${pluralize(owners, 'member')} ${owners === 1 ? 'was' : 'were'} notified.` }
  })
}
