import { findMemberId } from '#features/people/accounts/accounts.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'

export async function requireMemberId(db: Deps['db'], usernameOrEmail: string): Promise<string> {
  const id = await findMemberId(db, usernameOrEmail)
  if (id === undefined)
    throw new AppError('not_found', `There is no member '${usernameOrEmail}'. Give a username or an email address.`)
  return id
}
