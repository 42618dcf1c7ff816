import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, busyError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff, type StaffRole } from '#shared/policy.ts'
import {
  findHolders,
  getRequesterId,
  insertMember,
  lockMemberIfUnchanged,
  lockMemberRow,
  revokeAccess,
  setRole,
  Email,
  Username,
} from '#features/people/accounts/accounts.public.ts'
import { NO_PASSWORD } from '#features/people/accounts/account-limits.public.ts'
import { inviteAsStaff } from './invitations.service.ts'

type NewStaff = { username: string; email: string; role?: StaffRole; by: Staff }

/**
 * Invites someone as staff, by a link: a new person, or the account that has both this username and this email. A
 * verified account gets the role at once and needs no link; its existing access is revoked. Existing staff keep their
 * role.
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
      await lockMemberRow(tx, memberId, getRequesterId(by))
      const named = await lockMemberIfUnchanged(tx, { id: memberId, username, email })
      // The email address may have changed since the lookup, so this may no longer be the named account.
      if (!named) throw busyError('Someone else is changing this account. Try again in a moment.')
      const { isStaff, isVerified } = named
      if (isStaff) return undefined
      // Anyone may have registered with an unverified address, so the invitation also removes its password.
      const invitation = isVerified ? undefined : await inviteAsStaff(deps, tx, { memberId, role, by })
      if (isVerified) {
        await setRole(tx, memberId, role)
        await revokeAccess(tx, memberId, { at: now() })
      }
      await recordEvent(tx, { ...madeStaff, memberId, before: { role: 'learner' } })
      return invitation
    })
    return { link }
  }
  if (holder) {
    if (holder.hasUsername && other === undefined)
      throw fieldError('username', `The username ${username} is already taken. Choose another one.`)
    throw fieldError(
      'email',
      `${email} already has an account with a different username. Enter that username, or use another email.`,
    )
  }
  const member = { username, email, passwordHash: NO_PASSWORD, createdAt: madeStaff.at }
  const link = await db.transaction(async (tx) => {
    const memberId = await insertMember(tx, member)
    if (memberId === undefined) return undefined
    await recordEvent(tx, { ...madeStaff, memberId })
    return inviteAsStaff(deps, tx, { memberId, role, by })
  })
  // A concurrent request took the username or email, so start over.
  return link === undefined ? createStaff(deps, { username, email, role, by }) : { link }
}

function fieldError(field: string, message: string): AppError {
  return new AppError('invalid', message, { fields: { [field]: [message] } })
}
