import type { FastifyInstance } from 'fastify'
import {
  createStaff,
  renewInvitation,
  listStaff,
  setMemberRole,
} from '#features/people/member-administration/member-administration.public.ts'
import { findMember } from '#features/people/accounts/accounts.public.ts'
import { getFullName } from '#features/back-office/member-search/member-search.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { AppError } from '#shared/app-error.ts'
import { cleanLogin, cleanUsername } from '#shared/login-name.ts'
import { toStaff, type StaffRole } from '#shared/policy.ts'
import { changeRole, inviteStaff, resendStaffInvitation, readStaff } from './staff.contract.ts'

export function staffRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  registerEndpoint(app, readStaff, async ({ member: caller }) => {
    const staff = (await listStaff(db)).map(({ id, username, email, role, hasFactor, isInvited, ...member }) => ({
      id,
      name: getFullName(member),
      username,
      email,
      role: role as StaffRole,
      has_factor: hasFactor,
      last_seen: member.lastSeenAt && new Date(member.lastSeenAt).toISOString(),
      is_you: id === caller.id,
      is_locked: member.lockedAt !== null,
      has_come: !isInvited,
    }))
    return { staff }
  })
  registerEndpoint(app, inviteStaff, async ({ body: { username, email, role }, member }) => {
    const names = { username: cleanUsername(username), email: cleanLogin(email) }
    const { username: name, ...invitation } = await createStaff(deps, { ...names, role, by: toStaff(member) })
    return describeInvitation({ name, email: names.email }, invitation)
  })
  registerEndpoint(app, resendStaffInvitation, async ({ params: { id }, member }) => {
    const invitation = await renewInvitation(deps, { memberId: id, by: toStaff(member) })
    const { username: name, email } = await getMember(deps, id)
    return describeInvitation({ name, email }, invitation)
  })
  registerEndpoint(app, changeRole, async ({ params: { id }, body: { role }, member }) => {
    const { before, isInvited } = await setMemberRole(deps, { memberId: id, role, by: toStaff(member) })
    const { username: name } = await getMember(deps, id)
    if (before === role) return { message: `${name} already has the role ${role}.` }
    if (isInvited)
      return {
        message: `${name} is now invited as ${role}. Earlier links no longer work. To create another, select “New link.”`,
      }
    return {
      message:
        role === 'learner'
          ? `${name} no longer has staff access and is logged out everywhere.`
          : `${name}’s role changed from ${before} to ${role}. They must log in again.`,
    }
  })
}

async function getMember({ db }: Deps, id: string) {
  const member = await findMember(db, id)
  if (!member) throw new AppError('not_found', 'Member not found.')
  return member
}

function describeInvitation(
  { name, email }: { name: string; email: string },
  { link, isEmailed }: { link: string | undefined; isEmailed: boolean },
) {
  if (link === undefined)
    return { message: `${name} already has an account and is now staff. No link is needed.`, link: null }
  const passOn = isEmailed
    ? `We’re emailing this link to ${email}. If it doesn’t arrive, send it yourself.`
    : `Send ${name} this link.`
  return { message: `${passOn} It works once and expires in 3 days. Copy it now: it won’t be shown again.`, link }
}
