import {
  countMembers,
  findMemberById,
  findMembers,
  findNamedMembers,
  type MemberSearch,
} from '#features/people/member-administration/member-administration.public.ts'
import { listSessionsForStaff } from '#features/people/own-account/own-account.public.ts'
import { listMemberResults } from '#features/learning/exams/exams.public.ts'
import { findFactors } from '#features/people/two-factor/two-factor.public.ts'
import { listProgress } from '#features/learning/progress/progress.public.ts'
import { listDeliveryChoices } from '#features/people/notifications/email-preferences.public.ts'
import { findEmailProblem } from '#features/foundation/suppressions/suppressions.public.ts'
import { readEmailLog } from '#features/foundation/email-log/email-log.public.ts'
import { searchOrders } from '#features/commerce/orders/orders.public.ts'
import { listMemberGrants } from '#features/commerce/access/grants.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'

export type FoundMember = Awaited<ReturnType<typeof findMembers>>[number]
export type MemberProfile = Awaited<ReturnType<typeof getMemberProfile>>

/** More than fits on a screen. */
const MAX_ORDERS = 50
const MAX_COURSES = 100
const MAX_EMAILS = 5

type MemberSearchRequest = Pick<MemberSearch, 'since' | 'until' | 'after' | 'sort'> & { text: string; limit: number }

/**
 * Members who match a text exactly or by words, newest first, and whether there are more; only one if the text is a
 * unique identifier. `count`: how many joined in the date range, if no text was given.
 */
export async function searchMembers(
  { db }: Pick<Deps, 'db'>,
  { text, limit, since, until, after, sort }: MemberSearchRequest,
): Promise<{ members: FoundMember[]; isMore: boolean; count: number | undefined }> {
  const named = text === '' || after !== undefined ? [] : await findNamedMembers(db, text, limit)
  const ids = named.length > 0 ? named.map(({ id }) => id) : undefined
  const words = text.split(/\s+/).filter(Boolean)
  const found = await findMembers(db, { ids, words, since, until, after, sort, limit: limit + 1 })
  const isCounted = text === '' && (since !== undefined || until !== undefined)
  return {
    members: found.slice(0, limit),
    isMore: found.length > limit,
    count: isCounted ? await countMembers(db, { since, until }) : undefined,
  }
}

export async function getMemberById({ db }: Pick<Deps, 'db'>, id: string): Promise<FoundMember> {
  const member = await findMemberById(db, id)
  if (!member) throw new AppError('not_found', 'Member not found.')
  return member
}

/** Everything that staff need to help a member: products, progress, emails sent. Contains no secrets. */
export async function getMemberProfile(deps: Pick<Deps, 'db' | 'now'>, member: FoundMember) {
  const { id: memberId } = member
  return {
    account: member,
    factors: await findFactors(deps.db, memberId),
    sessions: await listSessionsForStaff(deps, memberId),
    ...(await searchOrders(deps, { memberId, state: 'any', limit: MAX_ORDERS })),
    grants: await listMemberGrants(deps.db, memberId),
    courses: await listProgress(deps.db, { scope: { of: 'member', memberId }, limit: MAX_COURSES }),
    examinations: await listMemberResults(deps, memberId),
    emailProblem: await findEmailProblem(deps.db, memberId),
    isUnsubscribed: (await listDeliveryChoices(deps.db, memberId)).get('message') === 'never',
    mails: (await readEmailLog(deps, { memberId, limit: MAX_EMAILS })).mails,
  }
}
