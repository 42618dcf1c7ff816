import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import {
  findMember,
  groupMessagesByField,
  NameForm,
  type Profile,
  setMemberName,
} from '#features/people/accounts/accounts.public.ts'

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

function requireMember(member: Profile | undefined): Profile {
  if (!member) throw new AppError('sign_in_required', 'Please log in.')
  return member
}
