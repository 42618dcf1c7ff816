import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { findMember, type Profile, setMemberName } from './accounts.queries.ts'
import { groupMessagesByField, NameForm } from './registration.rules.ts'

export async function getAccount({ db }: Pick<Deps, 'db'>, memberId: string): Promise<Profile> {
  return requireMember(await findMember(db, memberId))
}

type NameInput = { first_name: string; last_name: string; credentials_after_name: string }

export async function changeName({ db }: Pick<Deps, 'db'>, memberId: string, input: NameInput): Promise<Profile> {
  const { data, error } = NameForm.safeParse(input)
  if (error) throw fieldErrors(groupMessagesByField(error))
  const { first_name: firstName, last_name: lastName, credentials_after_name: credentialsAfterName } = data
  return requireMember(await setMemberName(db, memberId, { firstName, lastName, credentialsAfterName }))
}

/** What is wrong with the member's name, as a sentence; undefined when a certificate can carry it. */
export function validateStoredName({ firstName, lastName, credentialsAfterName }: Profile): string | undefined {
  const name = { first_name: firstName, last_name: lastName, credentials_after_name: credentialsAfterName }
  return NameForm.safeParse(name).error?.issues[0]?.message
}

function requireMember(member: Profile | undefined): Profile {
  if (!member) throw new AppError('sign_in_required', 'Please log in.')
  return member
}
