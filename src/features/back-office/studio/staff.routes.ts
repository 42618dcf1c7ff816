import type { FastifyInstance } from 'fastify'
import {
  createStaff,
  findMember,
  inviteAgain,
  listStaff,
  setRoleOf,
} from '#features/people/accounts/accounts.public.ts'
import { nameOf } from '#features/back-office/member-search/member-search.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { AppError } from '#shared/app-error.ts'
import { minuteOf } from '#shared/dates.ts'
import { cleanLogin, cleanUsername } from '#shared/login-name.ts'
import { staffOf, type StaffRole } from '#shared/policy.ts'
import { changeRole, inviteStaff, inviteStaffAgain, readStaff } from './staff.contract.ts'

export function staffRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  serve(app, readStaff, async ({ member: caller }) => {
    const { timeZone } = await readSite(db)
    const staff = (await listStaff(db)).map(({ id, username, email, role, hasFactor, hasChosen, ...member }) => ({
      id,
      name: nameOf(member),
      username,
      email,
      role: role as StaffRole,
      has_factor: hasFactor,
      last_seen: member.lastSeenAt && minuteOf(new Date(member.lastSeenAt), timeZone),
      is_you: id === caller.id,
      is_locked: member.lockedAt !== null,
      has_come: hasChosen,
    }))
    return { staff }
  })
  serve(app, inviteStaff, async ({ body: { username, email, role }, member }) => {
    const names = { username: cleanUsername(username), email: cleanLogin(email) }
    const { link } = await createStaff(deps, { ...names, role, by: staffOf(member) })
    return link === undefined
      ? { message: `${names.username} has an account already and is ${role} now: no link is needed.`, link: null }
      : { message: handOn(names.username), link }
  })
  serve(app, inviteStaffAgain, async ({ params: { id }, member }) => {
    const { link } = await inviteAgain(deps, { memberId: id, by: staffOf(member) })
    return { message: handOn(await usernameOf(deps, id)), link }
  })
  serve(app, changeRole, async ({ params: { id }, body: { role }, member }) => {
    const { before } = await setRoleOf(deps, { memberId: id, role, by: staffOf(member) })
    const name = await usernameOf(deps, id)
    if (before === role) return { message: `${name} was ${role} before.` }
    return {
      message:
        role === 'learner'
          ? `${name} does not work for the academy any more, and is logged out everywhere.`
          : `${name} was ${before} and is ${role} now, and has to log in again.`,
    }
  })
}

async function usernameOf({ db }: Deps, id: string): Promise<string> {
  const member = await findMember(db, id)
  if (!member) throw new AppError('not_found', 'There is no such member.')
  return member.username
}

function handOn(username: string): string {
  return `${username} can come in with this link. It works once, for three days, and is shown only here: please hand it on yourself.`
}
