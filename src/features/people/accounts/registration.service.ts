import { randomUUID } from 'node:crypto'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { getPolicyVersion } from '#features/foundation/site/site.public.ts'
import { enforceAddressRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, busyError, fieldErrors } from '#shared/app-error.ts'
import { cleanLogin, cleanUsername } from '#shared/login-name.ts'
import { hasPermission, permissionDeniedError, type Role, type Staff, type StaffRole } from '#shared/policy.ts'
import { FORMS_PER_ADDRESS, NO_PASSWORD } from './accounts.rules.ts'
import { sendVerification } from './accounts.queues.ts'
import { lockMemberIfUnchanged } from './account-access.queries.ts'
import { revokeAccess } from './account-access.service.ts'
import { toRoleColumns, findHolders, insertMember, makeStaff } from './accounts.queries.ts'
import { isGuessable, TOO_COMMON } from './password-strength.service.ts'
import { createInvitation } from './invitations.service.ts'
import { hashPassword, INTERNAL_CLIENT } from './password-hashing.service.ts'
import { Email, groupMessagesByField, RegistrationForm, Username } from './registration.rules.ts'
import { getRegistrationRequestId } from './tokens.service.ts'
import { parseReturnTo } from './return-to.rules.ts'

type Fields = Record<string, string[]>

/** Makes an unverified account and the mail that verifies it, together or not at all. Returns the e-mail address. */
export async function registerMember(
  deps: Deps,
  {
    next,
    browser_key: browserKey,
    ...input
  }: RegistrationForm & { next?: string | undefined; browser_key?: string | undefined },
  address: string,
): Promise<string> {
  const { db, jobs, now } = deps
  await enforceAddressRateLimit(deps, db, FORMS_PER_ADDRESS, address)
  const checked = RegistrationForm.safeParse(input)
  const form = checked.data ?? { ...input, username: cleanUsername(input.username), email: cleanLogin(input.email) }
  const fields: Fields = checked.error ? groupMessagesByField(checked.error) : {}
  if (!fields['password'] && (await isGuessable(form.password, form))) fields['password'] = [TOO_COMMON]
  Object.assign(fields, await findTakenFields(db, form, fields))
  if (Object.keys(fields).length > 0) throw fieldErrors(fields)

  const passwordHash = await hashPassword(form.password, address)
  const time = now()
  const isMade = await db.transaction(async (tx) => {
    const memberId = await insertMember(tx, {
      username: form.username,
      email: form.email,
      firstName: form.first_name,
      lastName: form.last_name,
      passwordHash,
      termsVersion: await getPolicyVersion(tx, 'terms'),
      termsAcceptedAt: form.accept_terms ? time : null,
      createdAt: time,
    })
    if (memberId !== undefined)
      await jobs.enqueue(tx, sendVerification, {
        memberId,
        request: browserKey === undefined ? randomUUID() : getRegistrationRequestId(memberId, browserKey),
        wayOn: parseReturnTo(next),
        accessVersion: 0,
      })
    return memberId !== undefined
  })
  // Somebody else was faster while the password was hashed.
  if (!isMade) throw fieldErrors(await findTakenFields(db, form, {}))
  return form.email
}

/** Asks only for names that are well formed: the database refuses some of the others. */
async function findTakenFields(
  db: Deps['db'],
  form: { username: string; email: string },
  wrong: Fields,
): Promise<Fields> {
  const username = wrong['username'] ? '' : form.username
  const email = wrong['email'] ? '' : form.email
  const holders = await findHolders(db, { username, email })
  return {
    ...(holders.some((holder) => holder.hasUsername) && {
      username: ['This username is already taken. Please choose another one.'],
    }),
    ...(holders.some((holder) => holder.hasEmail) && { email: ['There is already an account with this email.'] }),
  }
}

type NewMember = {
  username: string
  email: string
  password: string
  firstName: string
  lastName: string
  role: Role
  isVerified: boolean
}

/** Makes an account without a form, for the demo academy. Returns the id, the existing one's where there is one. */
export async function createMember({ db, now }: Pick<Deps, 'db' | 'now'>, member: NewMember): Promise<string> {
  const { password, isVerified, role, ...names } = member
  const existing = (await findHolders(db, member)).find(({ hasUsername }) => hasUsername)
  if (existing) return existing.id
  const passwordHash = await hashPassword(password, INTERNAL_CLIENT)
  const time = now()
  const id = await insertMember(db, {
    ...names,
    ...toRoleColumns(role),
    passwordHash,
    emailVerifiedAt: isVerified ? time : null,
    createdAt: time,
  })
  // Another process may have made it meanwhile.
  const made = id ?? (await findHolders(db, member)).find(({ hasUsername }) => hasUsername)?.id
  if (made === undefined) throw new AppError('invalid', `The email address ${member.email} belongs to another account.`)
  return made
}

type NewStaff = { username: string; email: string; role?: StaffRole; by: Staff }

/**
 * Makes a staff account and the link to choose its password, or makes the account that has both names staff and ends everything that led into it. That
 * account needs no link if its email is verified. Who is staff already keeps their role.
 */
export async function createStaff(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  { role = 'owner', by, ...typed }: NewStaff,
): Promise<{ link: string | undefined }> {
  if (!hasPermission(by, 'make staff')) throw permissionDeniedError(by, 'make staff')
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
      // The address may have been changed since it was looked up: then it is not the account that was named.
      if (!named) throw busyError('This account is being changed right now. Please try again.')
      if (!(await makeStaff(tx, memberId, role))) return undefined
      await revokeAccess(tx, memberId, { at: madeStaff.at })
      await recordEvent(tx, { ...madeStaff, memberId, before: { role: 'learner' } })
      // Anyone may have registered with the address: `revokeAccess` has dropped their password.
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
  // Another account took a name meanwhile: look again.
  return link === undefined ? createStaff(deps, { username, email, role, by }) : { link }
}

function fieldError(field: string, message: string): AppError {
  return new AppError('invalid', message, { fields: { [field]: [message] } })
}
