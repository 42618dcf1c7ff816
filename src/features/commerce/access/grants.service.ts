import type { Executor, Transaction } from '#db/open.ts'
import { recordEvent, recordEventOfMany } from '#features/foundation/audit-log/audit-log.public.ts'
import { tell } from '#features/people/notifications/notifications.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { type Kind, ownersPageOf } from '#shared/kinds.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { endGrant, findProduct, insertGrant, insertGrants, isMember } from './grants.queries.ts'

type GrantDeps = Pick<Deps, 'db' | 'jobs' | 'now'>
type Named = { memberId: string; slug: string; by: Staff }

/** Gives a product without a payment, and tells its new owner at the bell. Given before, it stays as it is, with its first reason. */
export async function grantProduct(
  deps: GrantDeps,
  { memberId, slug, reason, by }: Named & { reason: string },
): Promise<'granted' | 'granted_before' | 'no_product'> {
  if (!may(by, 'give access', { memberId })) throw notAllowed(by, 'give access')
  return deps.db.transaction(async (tx) => {
    const at = deps.now()
    const product = await findProduct(tx, slug)
    if (!product) return 'no_product'
    if (!(await isMember(tx, memberId))) throw new AppError('not_found', 'There is no such member.')
    if (!(await insertGrant(tx, { memberId, productId: product.id, reason }))) return 'granted_before'
    const subject = { id: slug, name: product.title }
    await recordEvent(tx, { at, kind: 'grant.made', by, memberId, subject, personal: { why: reason } })
    await tellGiven(deps, tx, { to: [memberId], product, slug, at })
    return 'granted'
  })
}

export type GivenProduct = { id: string; title: string; kind: Kind }

/** What can be given; undefined where there is no such product. */
export async function productToGive(db: Executor, slug: string): Promise<GivenProduct | undefined> {
  return findProduct(db, slug)
}

type Many = {
  memberIds: string[]
  product: GivenProduct
  slug: string
  reason: string
  by: Staff
  at: Date
}

/** Gives a product to all of these members, in the caller's transaction, who has asked whether he may; tells them at the bell, and returns to whom. */
export async function grantToMany(
  deps: Pick<Deps, 'jobs'>,
  tx: Transaction,
  { memberIds, product, slug, reason, by, at }: Many,
): Promise<string[]> {
  if (memberIds.length === 0) return []
  const granted = await insertGrants(tx, memberIds, { productId: product.id, reason })
  const subject = { id: slug, name: product.title }
  await recordEventOfMany(tx, { at, kind: 'grant.made', by, memberIds: granted, subject, personal: { why: reason } })
  await tellGiven(deps, tx, { to: granted, product, slug, at })
  return granted
}

type Given = { to: readonly string[]; product: GivenProduct; slug: string; at: Date }

/** What is taken back and given again is told again. */
async function tellGiven(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Transaction,
  { to, product: { id, kind, title }, slug, at }: Given,
): Promise<void> {
  await tell({ jobs }, tx, {
    kind: 'given',
    cause: `given:${id}:${at.getTime()}`,
    words: `You were given ${title}. It is yours, and costs you nothing.`,
    address: ownersPageOf(kind, slug),
    productId: id,
    to,
    now: at,
  })
}

/** False when there is no grant to take back. */
export async function revokeGrant(
  { db, now }: Pick<GrantDeps, 'db' | 'now'>,
  { memberId, slug, by }: Named,
): Promise<boolean> {
  if (!may(by, 'take access back', { memberId })) throw notAllowed(by, 'take access back')
  return db.transaction(async (tx) => {
    const product = await findProduct(tx, slug)
    if (!product || !(await endGrant(tx, { memberId, productId: product.id, now: now() }))) return false
    const subject = { id: slug, name: product.title }
    await recordEvent(tx, { at: now(), kind: 'grant.revoked', by, memberId, subject })
    return true
  })
}
