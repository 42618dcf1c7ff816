import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, busyError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff, type StaffRole } from '#shared/policy.ts'
import {
  lockMemberIfUnchanged,
  revokeAccess,
  findHolders,
  insertMember,
  makeStaff,
  toRoleColumns,
  Email,
  Username,
} from '#features/people/accounts/accounts.public.ts'
import { NO_PASSWORD } from '#features/people/accounts/account-limits.public.ts'
import { createInvitation } from './invitations.service.ts'

type NewStaff = { username: string; email: string; role?: StaffRole; by: Staff }

/**
 * Creates a staff account and its password link, or promotes the account that has both names and revokes existing
 * access to it. A verified account needs no link. Existing staff keep their role.
 */
export async function createStaff(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  { role = 'owner', by, ...typed }: NewStaff,
): Promise<{ link: string | undefined }> {
  if (!hasPermission(by, 'add staff')) throw permissionDeniedError(by, 'add staff')
  const { db, now } = deps
  const checked = { username: Username.safeParse(typed.username), email: Email.safeParse(typed.email) }
  for (const [field, { error }] of Object.entries(checked))
    if (error) throw fieldError(field, `${error.issues[0]?.message}.`)
  const username = checked.username.data ?? ''
  const email = checked.email.data ?? ''

  const madeStaff = { at: now(), kind: 'account.made_staff', by, after: { role } } as const
  const [holder, other] = await findHolders(db, { username, email })
  if (holder && !other && holder.hasUsername && holder.hasEmail) {
    const { id: memberId } = holder
    const link = await db.transaction(async (tx) => {
      const named = await lockMemberIfUnchanged(tx, { id: memberId, username, email })
      // The address may have changed since the lookup; then this is not the named account.
      if (!named) throw busyError('Someone else is changing this account. Please try again in a moment.')
      if (!(await makeStaff(tx, memberId, role))) return undefined
      await revokeAccess(tx, memberId, { at: madeStaff.at })
      await recordEvent(tx, { ...madeStaff, memberId, before: { role: 'learner' } })
      // Anyone may have registered with the address, so `revokeAccess` dropped the password.
      return named.isVerified ? undefined : createInvitation(deps, tx, { memberId, by })
    })
    return { link }
  }
  if (holder) {
    const what = holder.hasUsername && other === undefined ? `username ${username}` : `email address ${email}`
    const field = what.startsWith('username') ? 'username' : 'email'
    throw fieldError(field, `The ${what} belongs to another account. Nothing was changed.`)
  }
  const time = now()
  const member = {
    username,
    email,
    firstName: '',
    lastName: '',
    passwordHash: NO_PASSWORD,
    ...toRoleColumns(role),
  }
  const link = await db.transaction(async (tx) => {
    const memberId = await insertMember(tx, { ...member, emailVerifiedAt: time, createdAt: time })
    if (memberId === undefined) return undefined
    await recordEvent(tx, { ...madeStaff, memberId })
    return createInvitation(deps, tx, { memberId, by })
  })
  // Another account took a name concurrently: look again.
  return link === undefined ? createStaff(deps, { username, email, role, by }) : { link }
}

function fieldError(field: string, message: string): AppError {
  return new AppError('invalid', message, { fields: { [field]: [message] } })
}
