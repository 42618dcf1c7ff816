import type { FastifyInstance } from 'fastify'
import * as groups from '#features/learning/groups/groups.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { hasPermission, toStaff } from '#shared/policy.ts'
import * as contract from './groups.contract.ts'

const PAGE_SIZE = 20

export function groupRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract.listGroupPage, async ({ body: { after }, member }) => {
    const found = await groups.listGroups(deps.db, { after: after ?? undefined, limit: PAGE_SIZE + 1 })
    return {
      groups: found.slice(0, PAGE_SIZE),
      is_more: found.length > PAGE_SIZE,
      may_change: hasPermission(toStaff(member), 'change group'),
    }
  })
  registerEndpoint(app, contract.makeGroup, async ({ body, member }) => ({
    id: await groups.createGroup(deps, { ...body, by: toStaff(member) }),
  }))
  registerEndpoint(app, contract.readGroup, async ({ params, member }) => {
    const { courses, ...group } = await groups.getGroup(deps, params.id)
    const by = toStaff(member)
    return {
      ...group,
      courses: courses.map(({ id, name, isForSale, withAccess }) => ({
        id,
        name,
        is_for_sale: isForSale,
        with_access: withAccess,
      })),
      may: { change: hasPermission(by, 'change group'), give_access: hasPermission(by, 'bulk enroll') },
    }
  })
  registerEndpoint(app, contract.changeAGroup, async ({ params, body: { instead_of: insteadOf, ...text }, member }) => {
    await groups.changeGroup(deps, { groupId: params.id, ...text, insteadOf, by: toStaff(member) })
    return { message: 'Group saved.' }
  })
  registerEndpoint(app, contract.deleteAGroup, async ({ params, member }) => {
    await groups.deleteGroup(deps, { groupId: params.id, by: toStaff(member) })
    return { message: 'Group deleted. Its members keep their accounts and access.' }
  })
  registerEndpoint(app, contract.addToGroup, async ({ params, body: { emails }, member }) => {
    const { added, had, unknown } = await groups.addGroupMembers(deps, {
      groupId: params.id,
      emails,
      by: toStaff(member),
    })
    const before = had === 0 ? '' : ` ${had} already in the group.`
    return { message: `${pluralize(added, 'member')} added.${before}`, unknown }
  })
  registerEndpoint(app, contract.removeFromGroup, async ({ params, body: { members }, member }) => {
    const removed = await groups.removeGroupMembers(deps, {
      groupId: params.id,
      memberIds: members,
      by: toStaff(member),
    })
    return { message: `${pluralize(removed, 'member')} removed from the group. Their access didn’t change.` }
  })
  registerEndpoint(app, contract.addCourseToGroup, async ({ params, body: { course }, member }) => {
    await groups.addGroupCourse(deps, { groupId: params.id, courseId: course, by: toStaff(member) })
    return { message: 'Course added.' }
  })
  registerEndpoint(app, contract.removeCourseFromGroup, async ({ params, body: { course }, member }) => {
    await groups.removeGroupCourse(deps, { groupId: params.id, courseId: course, by: toStaff(member) })
    return { message: 'Course removed. Members keep their access to it.' }
  })
  registerEndpoint(app, contract.giveGroupAccess, async ({ params, body: { course, why, emails }, member }) => {
    const { granted, made, had, leftOut } = await groups.giveGroupAccess(deps, {
      groupId: params.id,
      courseId: course,
      emails,
      reason: why,
      by: toStaff(member),
    })
    const accounts = made === 0 ? '' : `, ${made} with ${made === 1 ? 'a new account' : 'new accounts'}`
    const shown =
      leftOut.length > 3 ? [`${leftOut.length} were left out: accounts that are locked, or your own.`] : leftOut
    const before = [had === 0 ? '' : ` ${had} already ${had === 1 ? 'has' : 'have'} access.`, ...shown].join(' ')
    if (granted === 0) return { message: `No one new got access.${before}` }
    const people = granted === 1 ? '1 person now has' : `${granted} people now have`
    return {
      message: `${people} access${accounts}. We’re emailing ${granted === 1 ? 'that person' : 'them'}.${before}`,
    }
  })
}
