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

/** An account with a verified email needs none. */
const NO_INVITATION = { link: undefined, isEmailed: false } as const

/** With an empty username, the account with this email is meant, or a free username is chosen. */
type NewStaff = { username: string; email: string; role?: StaffRole; by: Staff }

/**
 * Invites someone as staff, by a link: a new person, or the account that has both this username and this email. A
 * verified account gets the role at once and needs no link; its existing access is revoked. Existing staff keep their
 * role.
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
      // The email address may have changed since the lookup, so this may no longer be the named account.
      if (!named) throw busyError('Someone else is changing this account. Try again in a moment.')
      const { isStaff, isVerified } = named
      if (isStaff) return undefined
      // Anyone may have registered with an unverified address, so the invitation also removes its password.
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
  // A concurrent request took the username or email, so start over.
  return invitation === undefined ? createStaff(deps, { ...typed, role, by }) : { username, ...invitation }
}

/** The username of the account with this email, or a free one. */
async function findUsername(db: Deps['db'], typed: string): Promise<string> {
  // The error is reported for the email.
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
