import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { readAccount } from './accounts.contract.ts'
import { findMember, type Profile, setMemberName } from './accounts.queries.ts'
import { messagesByField, NameForm } from './registration.rules.ts'

type Account = ReplyOf<typeof readAccount>

export async function accountOf({ db }: Pick<Deps, 'db'>, memberId: string): Promise<Account> {
  return present(await findMember(db, memberId))
}

type Name = { first_name: string; last_name: string; credentials_after_name: string }

export async function changeName({ db }: Pick<Deps, 'db'>, memberId: string, input: Name): Promise<Account> {
  const { data, error } = NameForm.safeParse(input)
  if (error) throw fieldErrors(messagesByField(error))
  const { first_name: firstName, last_name: lastName, credentials_after_name: credentialsAfterName } = data
  return present(await setMemberName(db, memberId, { firstName, lastName, credentialsAfterName }))
}

/** What is wrong with the member's name, as a sentence; undefined when a certificate can carry it. */
export function problemOfStoredName({ firstName, lastName, credentialsAfterName }: Profile): string | undefined {
  const name = { first_name: firstName, last_name: lastName, credentials_after_name: credentialsAfterName }
  return NameForm.safeParse(name).error?.issues[0]?.message
}

function present(member: Profile | undefined): Account {
  if (!member) throw new AppError('sign_in_required', 'Please log in.')
  const { username, email, firstName, lastName, credentialsAfterName } = member
  return { username, email, first_name: firstName, last_name: lastName, credentials_after_name: credentialsAfterName }
}
