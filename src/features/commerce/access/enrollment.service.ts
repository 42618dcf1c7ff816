import { randomUUID } from 'node:crypto'
import type { Transaction } from '#db/open-database.ts'
import { revokeAccess, findMember, listMembersByEmail } from '#features/people/accounts/accounts.public.ts'
import { STAFF_EMAILS } from '#features/people/accounts/account-limits.public.ts'
import {
  assignUsernames,
  createPasswordLink,
  createAccounts,
} from '#features/people/member-administration/member-administration.public.ts'
import { assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import { grantToMany, findGrantableProduct } from '#features/commerce/access/grants.public.ts'
import { filterOwners, ownsProduct } from '#features/foundation/ownership/ownership.public.ts'
import { filterOverRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { fieldErrors } from '#shared/app-error.ts'
import type { JobData } from '#shared/job.ts'
import { getOwnerPage } from '#shared/kinds.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import type { EncodingCandidate } from '#shared/text-encoding.ts'
import { renderEnrollmentEmail, renderInvitationEmail } from './enrollment.email.ts'
import { confirmGrants, findGrantedProduct, insertBulkEnrollment } from './enrollment.queries.ts'
import { sendEnrollment } from './enrollment.queues.ts'
import { type EnrollmentFile, readEnrollmentFile } from './enrollment-file.service.ts'
import { sortMistakes, type Mistake, type PeopleFile, type Person } from './enrollment.rules.ts'

export type Enrollment = {
  slug: string
  reason: string
  /** Whether this is a dry run, which stores nothing and reports what would happen. */
  isOnlyChecked: boolean
  /** Whether rows with mistakes are skipped. Otherwise, one mistake keeps everyone from being enrolled. */
  skipsMistakes?: boolean
  by: Staff
}

type Outcome = { granted: number; made: number; had: number; mistakes: Mistake[] }

export type EnrollmentResult = Outcome & { file: PeopleFile }

type EnrollmentDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>

/**
 * Gives everyone in the file access to a product, by email address. Creates accounts for people without one. If there
 * are mistakes, and they are not to be skipped, stores nothing. Members who already have access are skipped, so
 * importing the same file twice changes nothing. A member whom staff have emailed too often gets access without an
 * email.
 */
export async function enrollMembers(
  deps: EnrollmentDeps,
  { file: given, ...enrollment }: Enrollment & { file: EnrollmentFile },
): Promise<EnrollmentResult | { readings: EncodingCandidate[] }> {
  const { by } = enrollment
  if (!hasPermission(by, 'bulk enroll')) throw permissionDeniedError(by, 'bulk enroll')
  const file = await readEnrollmentFile(given, by)
  if ('readings' in file) return file
  return deps.db.transaction(async (tx) => {
    // Staff are locked before members.
    await assertActive(tx, by)
    return { ...(await enrollPeople(deps, tx, { ...enrollment, ...file })), file }
  })
}

/**
 * Like `enrollMembers`, with people who were already read, each address once, in the transaction of the caller, who
 * must check that the staff member is active.
 */
export async function enrollPeople(
  deps: EnrollmentDeps,
  tx: Transaction,
  {
    people,
    mistakes: found = [],
    slug,
    reason,
    isOnlyChecked,
    skipsMistakes,
    by,
  }: Enrollment & { people: readonly Person[]; mistakes?: readonly Mistake[] },
): Promise<Outcome> {
  if (!hasPermission(by, 'bulk enroll')) throw permissionDeniedError(by, 'bulk enroll')
  const product = await findGrantableProduct(tx, slug)
  if (!product) throw fieldErrors({ product: ['This product no longer exists.'] })
  const { known, strangers, owners, excluded } = await partitionPeople(tx, people, product.id, by)
  const without = known.filter(({ id }) => !owners.has(id))
  const mistakes = sortMistakes([...found, ...excluded])
  const enrolled = {
    granted: without.length + strangers.length,
    made: strangers.length,
    had: owners.size,
    mistakes,
  }
  if (isOnlyChecked) return enrolled
  if (mistakes.length > 0 && !skipsMistakes) return { granted: 0, made: 0, had: 0, mistakes }
  const at = deps.now()
  const made = await createAccounts(tx, { people: await assignUsernames(tx, strangers), by, at })
  const memberIds = [...without.map(({ id }) => id), ...made]
  if (owners.size > 0) await confirmGrants(tx, { memberIds: [...owners], productId: product.id, unlessReason: reason })
  if (memberIds.length === 0) return { ...enrolled, granted: 0 }
  const bulkEnrollmentId = await insertBulkEnrollment(tx, { productId: product.id, createdAt: at })
  const granted = await grantToMany(deps, tx, { memberIds, product, slug, reason, bulkEnrollmentId, by, at })
  // These members get a link to choose a password. Existing accounts with an unverified address lose their passwords,
  // because anyone may have registered with it.
  const invited = new Map<string, number | undefined>(made.map((id) => [id, 0]))
  const unverified = without.filter(({ needsLink }) => needsLink).map(({ id }) => id)
  for (const id of unverified.toSorted()) invited.set(id, (await revokeAccess(tx, id, { at })).accessVersion)
  const flooded = await filterOverRateLimit(deps, tx, STAFF_EMAILS, granted)
  const recipients = granted.filter((memberId) => !flooded.has(memberId))
  const mails = recipients.map((memberId) => ({
    memberId,
    productId: product.id,
    request: invited.has(memberId) ? randomUUID() : null,
    ...(invited.has(memberId) && { accessVersion: invited.get(memberId) }),
  }))
  await deps.jobs.enqueueAll(tx, sendEnrollment, mails)
  return { ...enrolled, granted: granted.length }
}

type ExistingPerson = Person & { id: string; needsLink: boolean; isLocked: boolean }

/**
 * Splits people into those with and without an account. Also finds out which accounts already have access to the
 * product, and which rows are excluded: the staff member's own, because staff can't enroll themselves, and those of
 * locked accounts.
 */
async function partitionPeople(tx: Transaction, people: readonly Person[], productId: string, by: Staff) {
  const holders = await listMembersByEmail(
    tx,
    people.map(({ email }) => email.toLowerCase()),
  )
  const accounts = new Map(holders.map(({ email, ...account }) => [email, account]))
  const found: ExistingPerson[] = people.flatMap((person) => {
    const account = accounts.get(person.email.toLowerCase())
    return account ? [{ ...person, ...account }] : []
  })
  const isOwn = ({ id }: ExistingPerson) => by.kind === 'member' && id === by.memberId
  const known = found.filter((person) => !isOwn(person) && !person.isLocked)
  const excluded: Mistake[] = found.flatMap((person) => {
    const { line, email } = person
    if (isOwn(person)) return [{ line, message: 'You can’t enroll yourself. Please ask another staff member.' }]
    return person.isLocked ? [{ line, message: `The account of ${email} is locked. Unlock it first.` }] : []
  })
  const strangers = people.filter(({ email }) => !accounts.has(email.toLowerCase()))
  const ids = known.map(({ id }) => id)
  return { known, strangers, owners: new Set(await filterOwners(tx, productId, ids)), excluded }
}

/**
 * The job handler: emails an enrolled member. If the account has no password, the email contains a link to choose one.
 * The access was already given, so the email doesn't depend on the present role of the staff member who gave it.
 */
export async function sendEnrollmentEmail(
  deps: Pick<Deps, 'db' | 'mail' | 'now' | 'config'>,
  { memberId, productId, request, accessVersion }: JobData<typeof sendEnrollment>,
): Promise<void> {
  const { db, mail, config } = deps
  const product = await findGrantedProduct(db, productId)
  // The grant may have been revoked since the job was stored.
  if (!product || !(await ownsProduct(db, memberId, productId))) return
  const site = await readSite(db)
  const { title } = product
  const page = getOwnerPage(product.kind, product.slug)
  if (request === null) {
    const member = await findMember(db, memberId)
    if (!member) return
    const address = config.publicUrl + page
    return mail.send({ to: member.email, memberId, ...renderEnrollmentEmail({ site, member, title, address }) })
  }
  const link = await createPasswordLink(deps, { memberId, request, next: page, accessVersion })
  if (!link) return
  await mail.send({ to: link.member.email, memberId, ...renderInvitationEmail({ site, title, ...link }) })
}
