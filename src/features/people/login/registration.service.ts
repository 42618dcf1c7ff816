import { randomUUID } from 'node:crypto'
import { getPolicyVersion } from '#features/foundation/site/site.public.ts'
import { enforceAddressRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { cleanLogin, cleanUsername } from '#shared/login-name.ts'
import type { Role } from '#shared/policy.ts'
import { FORMS_PER_ADDRESS } from '#features/people/accounts/account-limits.public.ts'
import { sendVerification } from '#features/people/accounts/account-emails.public.ts'
import {
  toRoleColumns,
  findHolders,
  insertMember,
  groupMessagesByField,
  RegistrationForm,
} from '#features/people/accounts/accounts.public.ts'
import { isGuessable, TOO_COMMON, hashPassword, INTERNAL_CLIENT } from '#features/people/accounts/passwords.public.ts'
import { getRegistrationRequestId } from '#features/people/accounts/emailed-links.public.ts'
import { assertCanSendEmail } from './can-send-email.service.ts'
import { parseReturnTo } from './return-to.rules.ts'

type Fields = Record<string, string[]>

/** Creates an unverified account and requests its verification email, in one transaction. Returns the email address. */
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
  assertCanSendEmail(deps)
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
  // While the password was being hashed, another registration took the username or the email address.
  if (!isMade) throw fieldErrors(await findTakenFields(db, form, {}))
  return form.email
}

/** Looks up only well-formed names, because the database rejects some others. */
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
    ...(holders.some((holder) => holder.hasEmail) && {
      email: ['There’s already an account with this email. Log in, or use another email.'],
    }),
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

/** Creates an account without a form, for the demo academy. Returns its ID, or the ID of an existing account. */
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
  // Another process may have created the account at the same time.
  const made = id ?? (await findHolders(db, member)).find(({ hasUsername }) => hasUsername)?.id
  if (made === undefined) throw new AppError('invalid', `The email address ${member.email} belongs to another account.`)
  return made
}
