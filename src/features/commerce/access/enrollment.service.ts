import { randomUUID } from 'node:crypto'
import type { Transaction } from '#db/open.ts'
import {
  askerOf,
  checkPerson,
  choosingLink,
  endAccess,
  findMember,
  listHoldersOf,
  listTakenUsernames,
  makeAccounts,
  mayStill,
} from '#features/people/accounts/accounts.public.ts'
import { grantToMany, productToGive } from '#features/commerce/access/grants.public.ts'
import { listOwnersAmong, ownsProduct } from '#features/foundation/ownership/ownership.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { fieldErrors } from '#shared/app-error.ts'
import type { DataOf } from '#shared/job.ts'
import { ownersPageOf } from '#shared/kinds.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import type { Encoding, Reading } from '#shared/written-text.ts'
import { enrolmentLetter, invitationLetter } from './enrollment.email.ts'
import { findGiven } from './enrollment.queries.ts'
import { sendEnrolment } from './enrollment.queues.ts'
import { inOrder, type Mistake, type Person, readPeople, usernamesFor } from './enrollment.rules.ts'

type Enrolment = {
  bytes: Uint8Array
  slug: string
  reason: string
  /** Which was chosen where the file doesn't say. */
  encoding?: Encoding | undefined
  /** Then nothing is stored, and the answer says what would be. */
  isOnlyChecked: boolean
  by: Staff
}

export type Enrolled = {
  /** Who get the product now, new accounts among them. */
  granted: number
  made: number
  had: number
  /** Columns of the file that nothing was made of. */
  unusedColumns: string[]
}

type EnrolDeps = Pick<Deps, 'db' | 'jobs' | 'now'>

/**
 * Gives a product to everybody whom a file names, by email address, and makes accounts for those who have none. All or nothing: what is wrong is told
 * by line. Who owns the product is left as he is, so that the same file twice changes nothing.
 */
export async function enrolMany(
  deps: EnrolDeps,
  { bytes, slug, reason, encoding, isOnlyChecked, by }: Enrolment,
): Promise<Enrolled | { mistakes: Mistake[] } | { readings: Reading[] }> {
  if (!may(by, 'enrol many')) throw notAllowed(by, 'enrol many')
  const read = readPeople(bytes, checkPerson, encoding)
  if (!('people' in read)) return read
  return deps.db.transaction(async (tx) => {
    const product = await productToGive(tx, slug)
    if (!product) throw fieldErrors({ product: ['There is no such product any more.'] })
    const who = await sorted(tx, read.people, product.id)
    const mistakes = ownLines(who.known, by)
    if (mistakes.length > 0) return { mistakes }
    const { known, strangers, owners } = who
    const without = known.filter(({ id }) => !owners.has(id))
    const enrolled = {
      granted: without.length + strangers.length,
      made: strangers.length,
      had: owners.size,
      unusedColumns: read.unusedColumns,
    }
    if (isOnlyChecked) return enrolled
    const at = deps.now()
    const made = await makeAccounts(tx, { people: await named(tx, strangers), by, at })
    const memberIds = [...without.map(({ id }) => id), ...made]
    const granted = await grantToMany(deps, tx, { memberIds, product, slug, reason, by, at })
    // Who get a link to choose a password. Anyone may have registered with an address that was never verified, so their password goes.
    const invited = new Map<string, number | undefined>(made.map((id) => [id, 0]))
    const unverified = without.filter(({ isVerified }) => !isVerified).map(({ id }) => id)
    for (const id of unverified.toSorted()) invited.set(id, await endAccess(tx, id, { at }))
    const mails = granted.map((memberId) => ({
      memberId,
      productId: product.id,
      request: invited.has(memberId) ? randomUUID() : null,
      askedBy: askerOf(by) ?? undefined,
      ...(invited.has(memberId) && { accessVersion: invited.get(memberId) }),
    }))
    await deps.jobs.enqueueAll(tx, sendEnrolment, mails)
    return { ...enrolled, granted: granted.length }
  })
}

type Known = Person & { id: string; isVerified: boolean }

/** Who of them has an account, who has none, and which of the accounts own the product. */
async function sorted(tx: Transaction, people: readonly Person[], productId: string) {
  const holders = await listHoldersOf(
    tx,
    people.map(({ email }) => email.toLowerCase()),
  )
  const accounts = new Map(holders.map(({ email, ...account }) => [email, account]))
  const known: Known[] = people.flatMap((person) => {
    const account = accounts.get(person.email.toLowerCase())
    return account ? [{ ...person, ...account }] : []
  })
  const strangers = people.filter(({ email }) => !accounts.has(email.toLowerCase()))
  const ids = known.map(({ id }) => id)
  return { known, strangers, owners: new Set(await listOwnersAmong(tx, productId, ids)) }
}

/** Nobody gives himself anything. */
function ownLines(known: readonly Known[], by: Staff): Mistake[] {
  const own = known.filter(({ id }) => by.kind === 'member' && id === by.memberId)
  return inOrder(
    own.map(({ line }) => ({
      line,
      message: 'This is you, and nobody may do this for themselves. Please ask another member of staff.',
    })),
  )
}

/** Each with a username that nobody has. */
async function named(tx: Transaction, strangers: readonly Person[]) {
  const names = strangers.map(({ email }) => usernamesFor(email))
  const taken = new Set(
    await listTakenUsernames(
      tx,
      names.flat().map((name) => name.toLowerCase()),
    ),
  )
  return strangers.map(({ email, firstName, lastName, credentialsAfterName }, index) => {
    const free = names[index] ?? []
    const username = free.find((name) => !taken.has(name.toLowerCase())) ?? free.at(-1) ?? ''
    taken.add(username.toLowerCase())
    return { email, firstName, lastName, credentialsAfterName, username }
  })
}

/** The job: tells somebody what he was given, with a link to choose a password where his account is new. */
export async function mailEnrolment(
  deps: Pick<Deps, 'db' | 'mail' | 'now' | 'config'>,
  { memberId, productId, request, askedBy, accessVersion }: DataOf<typeof sendEnrolment>,
): Promise<void> {
  const { db, mail, config } = deps
  const product = await findGiven(db, productId)
  // Taken back since.
  if (!product || !(await ownsProduct(db, memberId, productId))) return
  if (!(await mayStill(db, askedBy, 'enrol many'))) return
  const site = await readSite(db)
  const { title } = product
  const page = ownersPageOf(product.kind, product.slug)
  if (request === null) {
    const member = await findMember(db, memberId)
    if (!member) return
    const address = config.publicUrl + page
    return mail.send({ to: member.email, memberId, ...enrolmentLetter({ site, title, address }) })
  }
  const link = await choosingLink(deps, { memberId, request, next: page, accessVersion })
  if (!link) return
  const { email, ...told } = link
  await mail.send({ to: email, memberId, ...invitationLetter({ site, title, ...told }) })
}
