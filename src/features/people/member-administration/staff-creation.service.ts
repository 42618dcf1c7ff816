import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, busyError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff, type StaffRole } from '#shared/policy.ts'
import {
  findByEmail,
  findHolders,
  findMember,
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
import { assignUsernames } from './account-creation.service.ts'
import { inviteAsStaff, type StaffInvitation } from './invitations.service.ts'

type InvitationOrNone = StaffInvitation | { link: undefined; isEmailed: false }

/** The result for an account with a verified email address, which needs no invitation. */
const NO_INVITATION = { link: undefined, isEmailed: false } as const

/**
 * The person to add. If the username is empty, the account with this email address is used, or a new one with an
 * available username.
 */
type NewStaff = { username: string; email: string; role?: StaffRole; by: Staff }

/**
 * Invites someone as staff with a link: a new person, or the member whose account has both this username and this email
 * address. If that account is verified, it gets the role at once and needs no link, but its existing access is revoked.
 * Someone who is already staff keeps their role.
 */
export async function createStaff(
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'config'>,
  { role = 'owner', by, ...typed }: NewStaff,
): Promise<{ username: string } & InvitationOrNone> {
  if (!hasPermission(by, 'add staff')) throw permissionDeniedError(by, 'add staff')
  const { db, now } = deps
  const name = typed.username || (await findUsername(db, typed.email))
  const checked = { username: Username.safeParse(name), email: Email.safeParse(typed.email) }
  for (const [field, { error }] of Object.entries(checked))
    if (error) throw fieldError(field, `${error.issues[0]?.message}.`)
  const username = checked.username.data ?? ''
  const email = checked.email.data ?? ''

  const madeStaff = { at: now(), kind: 'account.made_staff', by, after: { role } } as const
  const [holder, other] = await findHolders(db, { username, email })
  if (holder && !other && holder.hasUsername && holder.hasEmail) {
    const { id: memberId } = holder
    const invitation = await db.transaction(async (tx) => {
      await lockMemberRow(tx, memberId, getRequesterId(by))
      const named = await lockMemberIfUnchanged(tx, { id: memberId, username, email })
      // The email address may have changed after it was looked up, so this may no longer be the account that was named.
      if (!named) throw busyError('Someone else is changing this account. Try again in a moment.')
      const { isStaff, isVerified } = named
      if (isStaff) return undefined
      // If the address is unverified, anyone may have registered with it, so the invitation also removes the password.
      const invited = isVerified ? undefined : await inviteAsStaff(deps, tx, { memberId, role, by })
      if (isVerified) {
        await setRole(tx, memberId, role)
        await revokeAccess(tx, memberId, { at: now() })
      }
      await recordEvent(tx, { ...madeStaff, memberId, before: { role: 'learner' } })
      return invited
    })
    return { username, ...(invitation ?? NO_INVITATION) }
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
  const invitation = await db.transaction(async (tx) => {
    const memberId = await insertMember(tx, member)
    if (memberId === undefined) return undefined
    await recordEvent(tx, { ...madeStaff, memberId })
    return inviteAsStaff(deps, tx, { memberId, role, by })
  })
  // Another request has just taken the username or the email address, so start over.
  return invitation === undefined ? createStaff(deps, { ...typed, role, by }) : { username, ...invitation }
}

/** Returns the username of the account with this email address, or an available one. */
async function findUsername(db: Deps['db'], typed: string): Promise<string> {
  // An invalid address is reported later, as an error of the email field.
  const { data: email } = Email.safeParse(typed)
  if (email === undefined) return 'none'
  const account = await findByEmail(db, email)
  const member = account && (await findMember(db, account.id))
  if (member) return member.username
  const [person] = await assignUsernames(db, [{ email, firstName: '', lastName: '', credentialsAfterName: '' }])
  return person?.username ?? ''
}

function fieldError(field: string, message: string): AppError {
  return new AppError('invalid', message, { fields: { [field]: [message] } })
}
