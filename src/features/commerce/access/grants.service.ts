import { randomUUID } from 'node:crypto'
import type { Executor, Transaction } from '#db/open-database.ts'
import { recordEvent, recordEventForMembers } from '#features/foundation/audit-log/audit-log.public.ts'
import { consumeRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { STAFF_EMAILS } from '#features/people/accounts/account-limits.public.ts'
import { getRequesterId, lockMemberRow, revokeAccess } from '#features/people/accounts/accounts.public.ts'
import { endOwnedPayments } from '#features/commerce/payments/payments.public.ts'
import { notify } from '#features/people/notifications/notifications.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { type Kind, getOwnerPage } from '#shared/kinds.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { sendEnrollment } from './enrollment.queues.ts'
import { confirmGrants } from './enrollment.queries.ts'
import { endGrant, findProduct, findRecipient, insertGrant, insertGrants } from './grants.queries.ts'

type GrantDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>
type GrantTarget = { memberId: string; slug: string; by: Staff }

/**
 * Gives a member access to a product without a payment, and notifies them. An existing grant keeps its reason. If the
 * account's email address is unverified, the account loses its password, because anyone may have registered with that
 * address. Then the mailbox gets a link to choose a new password (`invited`).
 */
export async function grantProduct(
  deps: GrantDeps,
  { memberId, slug, reason, by }: GrantTarget & { reason: string },
): Promise<'granted' | 'invited' | 'granted_before' | 'no_product'> {
  if (!hasPermission(by, 'give access', { memberId })) throw permissionDeniedError(by, 'give access')
  return deps.db.transaction(async (tx) => {
    await lockMemberRow(tx, memberId, getRequesterId(by))
    const at = deps.now()
    const product = await findProduct(tx, slug)
    if (!product) return 'no_product'
    const recipient = await findRecipient(tx, memberId)
    if (!recipient) throw new AppError('not_found', 'Member not found.')
    if (!(await insertGrant(tx, { memberId, productId: product.id, reason }))) {
      await confirmGrants(tx, { memberIds: [memberId], productId: product.id })
      return 'granted_before'
    }
    const subject = { id: slug, name: product.title }
    await recordEvent(tx, { at, kind: 'grant.made', by, memberId, subject, personal: { why: reason } })
    await announceGrants(deps, tx, { to: [memberId], product, slug, at })
    if (!recipient.needsLink) return 'granted'
    const { accessVersion } = await revokeAccess(tx, memberId, { at })
    // If staff have emailed this member too often, they get access without an email.
    if ((await consumeRateLimit(deps, tx, STAFF_EMAILS, memberId)) !== undefined) return 'granted'
    const email = { memberId, productId: product.id, request: randomUUID(), accessVersion }
    await deps.jobs.enqueue(tx, sendEnrollment, email)
    return 'invited'
  })
}

export type GrantedProduct = { id: string; title: string; kind: Kind }

export async function findGrantableProduct(db: Executor, slug: string): Promise<GrantedProduct | undefined> {
  return findProduct(db, slug)
}

type BulkGrant = {
  memberIds: string[]
  product: GrantedProduct
  slug: string
  reason: string
  /** If this can be undone as a whole. */
  bulkEnrollmentId?: string
  by: Staff
  at: Date
}

/**
 * Gives members access to a product, notifies them, and returns those who got access. Runs in the transaction of the
 * caller, who must check the permission.
 */
export async function grantToMany(
  deps: Pick<Deps, 'jobs'>,
  tx: Transaction,
  { memberIds, product, slug, reason, bulkEnrollmentId, by, at }: BulkGrant,
): Promise<string[]> {
  if (memberIds.length === 0) return []
  const granted = await insertGrants(tx, memberIds, { productId: product.id, reason, bulkEnrollmentId })
  const subject = { id: slug, name: product.title }
  await recordEventForMembers(tx, {
    at,
    kind: 'grant.made',
    by,
    memberIds: granted,
    subject,
    personal: { why: reason },
  })
  await announceGrants(deps, tx, { to: granted, product, slug, at })
  return granted
}

type GrantNotification = { to: readonly string[]; product: GrantedProduct; slug: string; at: Date }

/**
 * Notifies members of grants, and ends their pending payments for the product. If access was revoked and granted again,
 * members are notified again.
 */
async function announceGrants(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Transaction,
  { to, product: { id, kind, title }, slug, at }: GrantNotification,
): Promise<void> {
  await notify({ jobs }, tx, {
    kind: 'given',
    cause: `given:${id}:${at.getTime()}`,
    words: `You now have free access to ${title}.`,
    address: getOwnerPage(kind, slug),
    productId: id,
    to,
    now: at,
  })
  if (to.length > 0) await jobs.enqueue(tx, endOwnedPayments, { productId: id })
}

export async function revokeGrant(
  { db, now }: Pick<GrantDeps, 'db' | 'now'>,
  { memberId, slug, by }: GrantTarget,
): Promise<boolean> {
  if (!hasPermission(by, 'revoke access', { memberId })) throw permissionDeniedError(by, 'revoke access')
  return db.transaction(async (tx) => {
    const product = await findProduct(tx, slug)
    if (!product || !(await endGrant(tx, { memberId, productId: product.id, now: now() }))) return false
    const subject = { id: slug, name: product.title }
    await recordEvent(tx, { at: now(), kind: 'grant.revoked', by, memberId, subject })
    return true
  })
}
