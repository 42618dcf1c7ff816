import type { Executor, Transaction } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { REFUND_FAILED } from '#platform/payment-events.ts'
import type { Intent } from '#platform/payments.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import type { Staff } from '#shared/policy.ts'
import { releaseFailures } from './events.queries.ts'
import {
  findHome,
  resetEventReconciliation,
  insertHomeHost,
  insertMove,
  listMoves,
  updateHomeHost,
} from './payment-ownership.queries.ts'
import {
  getAcademyHost,
  getFormerHosts,
  isAtHome,
  type OwnHosts,
  type Ownership,
  getOwnership,
} from './payment-ownership.rules.ts'
import { findPurchase, findPurchaseByIntent } from './payments.queries.ts'
import { findRestore, resetNumbersRead } from './recorded-numbers.queries.ts'

type OwnershipDeps = Pick<Deps, 'config' | 'db'>

/** For how long the provider keeps its events. */
const EVENT_RETENTION_MS = 30 * 24 * 60 * 60_000

export async function readOwnHosts(db: Executor, config: { publicUrl: string }): Promise<OwnHosts> {
  const current = getAcademyHost(config)
  const home = await findHome(db)
  const former = getFormerHosts(current, await listMoves(db))
  return { current, former, home: home?.host, academyId: home?.academyId }
}

/** Returns metadata for a new payment. With it, copies of this academy recognize the payment. */
export async function getAcademyMetadata(db: Executor): Promise<Record<string, string>> {
  const home = await findHome(db)
  return home ? { academy_id: home.academyId } : {}
}

type PaymentIdentity = Pick<Intent, 'id' | 'academy' | 'purchaseId'>

/** Finds out whose payment this is. Call this for every payment ID that comes from outside. */
export async function getPaymentOwnership({ config, db }: OwnershipDeps, payment: PaymentIdentity): Promise<Ownership> {
  const { id, academy, purchaseId } = payment
  const hosts = await readOwnHosts(db, config)
  const own = getOwnership(hosts, { academy, hasPurchase: false })
  if (own === 'ours') return own
  // Anyone with access to the provider account can store one of our purchase IDs along with another academy's name.
  const isNamed = academy === undefined && purchaseId !== undefined && isUuid(purchaseId)
  const purchase = (await findPurchaseByIntent(db, id)) ?? (isNamed ? await findPurchase(db, purchaseId) : undefined)
  return getOwnership(hosts, { academy, hasPurchase: purchase !== undefined })
}

/** Whether the academy may settle or cancel a payment, store numbers with it, and send emails about it. */
export async function isOurPayment(deps: OwnershipDeps, payment: PaymentIdentity): Promise<boolean> {
  return (await getPaymentOwnership(deps, payment)) === 'ours'
}

export function foreignPaymentError({ id, academy }: Pick<Intent, 'id' | 'academy'>): AppError {
  const named =
    academy === undefined
      ? ''
      : ` It belongs to the academy at ${academy}. If that is a former address of this academy, run on the server: npm run academy -- confirm-former-address ${academy}`
  return new AppError('not_found', `This academy has no payment ${id}.${named}`)
}

/**
 * Stores the host that this database serves at its first start, so that a later start on another host is recognized as
 * a move. After a restore, the host is stored when the payments are read, because a backup of an earlier version lacks
 * it.
 */
export async function recordHomeAddress(deps: Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'payments'>): Promise<void> {
  const { config, db, log, now, payments } = deps
  const restore = await findRestore(db, payments.isLive)
  if (!restore?.isUnread) await insertHomeHost(db, getAcademyHost(config), now())
  const former = await findUnconfirmedAddress(db, config)
  if (former !== undefined)
    log.warn(
      { former },
      'the address has changed: payments from the former one are ignored until you run: npm run academy -- confirm-former-address HOST',
    )
}

/** Returns the host that this database served before, if no one has confirmed the move to `PUBLIC_URL`. */
export async function findUnconfirmedAddress(db: Executor, config: { publicUrl: string }): Promise<string | undefined> {
  const hosts = await readOwnHosts(db, config)
  return isAtHome(hosts) ? undefined : hosts.home
}

/**
 * Confirms a former host of the academy, as its owner requested. From then on, payments with that host in their
 * metadata belong to this academy, and the provider's recent events are read again. `isNew` is false if the host was
 * already confirmed. Throws `invalid` if the input is not a host.
 */
export async function confirmFormerAddress(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  { typed, by }: { typed: string; by: Staff },
): Promise<{ formerHost: string; currentHost: string; isNew: boolean }> {
  const formerHost = parseHost(typed)
  const currentHost = getAcademyHost(config)
  if (formerHost === currentHost)
    throw new AppError('invalid', `${formerHost} is this academy's current address (PUBLIC_URL), not a former one.`)
  return db.transaction(async (tx) => {
    const confirmedAt = now()
    const isNew = await insertMove(tx, { formerHost, currentHost, confirmedAt })
    if (!isNew) return { formerHost, currentHost, isNew }
    if ((await findHome(tx))?.host === formerHost) await updateHomeHost(tx, currentHost, confirmedAt)
    await rereadPayments(tx, confirmedAt)
    const subject = { id: formerHost }
    await recordEvent(tx, {
      at: confirmedAt,
      kind: 'academy.former_address',
      by,
      subject,
      after: { address: currentHost },
    })
    return { formerHost, currentHost, isNew }
  })
}

/** Makes the academy read everything again that the provider lists, because more of it may belong to the academy. */
export async function rereadPayments(tx: Transaction, now: Date): Promise<void> {
  await resetNumbersRead(tx)
  await releaseFailures(tx, REFUND_FAILED)
  await resetEventReconciliation(tx, new Date(now.getTime() - EVENT_RETENTION_MS))
}

/** Returns the host of a URL, or the host if only that was typed. */
function parseHost(typed: string): string {
  const address = typed.trim()
  const host = URL.parse(/^https?:\/\//i.test(address) ? address : `https://${address}`)?.host ?? ''
  if (host === '' || !/^[a-z0-9.:[\]-]+$/.test(host))
    throw new AppError('invalid', `'${address}' is not a host name. Enter one, such as academy.example.com.`)
  return host
}
