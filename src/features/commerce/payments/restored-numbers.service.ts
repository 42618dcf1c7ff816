import type { Executor } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { toProviderTime } from '#platform/payment-clock.ts'
import type { AnnotatedPayment } from '#platform/payment-lists.ts'
import { AppError } from '#shared/app-error.ts'
import { findProductIds } from './adoption.queries.ts'
import { parseSaleMetadata } from './adoption.rules.ts'
import { lockNumbers } from './invoice-numbers.queries.ts'
import { saveLostPayments } from './payment-issues.queries.ts'
import { isFullyReturned } from './payment-issues.rules.ts'
import { insertHomeHost } from './payment-ownership.queries.ts'
import { type OwnHosts, getOwnership } from './payment-ownership.rules.ts'
import { readOwnHosts } from './payment-ownership.service.ts'
import { findOrdersByIntents } from './payments.queries.ts'
import {
  advanceCounters,
  findRestore,
  insertSkippedNumbers,
  markNumbersRead,
  findOldestPurchaseDate,
  type SkippedNumber,
} from './recorded-numbers.queries.ts'
import { parseNumberMetadata } from './recorded-numbers.rules.ts'

const DAY_MS = 24 * 60 * 60_000

/** What the card provider knows about the time after a backup was made. */
export type NumberReport = {
  payments: number
  /** Payments of this academy whose money was not returned and whose order is missing in the database. */
  withoutOrder: string[]
  /** Hosts that are in the metadata of this academy's payments but are not confirmed as its former hosts. */
  otherAddresses: string[]
  /** Other hosts at which copies of this academy sold, such as a temporary one that the backup does not know. */
  sellingAddresses: string[]
}

type ReadingDeps = Pick<Deps, 'config' | 'db' | 'payments' | 'now'>

/**
 * Whether no numbers can be issued yet, because the provider's payments must first be searched for numbers that were
 * issued after the backup.
 */
export async function areNumbersUnread(db: Executor, isLive: boolean): Promise<boolean> {
  return (await findRestore(db, isLive))?.isUnread === true
}

/** Thrown while no numbers can be issued after a restore. */
export class NumbersNotReadError extends AppError {
  constructor() {
    const message =
      'A backup was restored, and the academy is still checking Stripe for newer payments. Try again in a minute.'
    super('busy', message, { retryAfterSeconds: 60 })
  }
}

/**
 * After a restore, moves the counters of invoices and credit notes past every number that is stored with the academy's
 * payments, so that no number is issued twice. Returns undefined if there is nothing to read. Can be repeated safely.
 * If it is interrupted, nothing has changed.
 */
export async function readNumbers(deps: ReadingDeps): Promise<NumberReport | undefined> {
  const { config, db, payments, now } = deps
  const restore = await findRestore(db, payments.isLive)
  if (!restore?.isUnread) return undefined
  const oldest = (await findOldestPurchaseDate(db)) ?? restore.madeAt
  const since = new Date(Math.min(oldest.getTime(), restore.madeAt.getTime()) - DAY_MS)
  const hosts = await readOwnHosts(db, config)
  const numbered: { academy: string | undefined; numbers: SkippedNumber[] }[] = []
  const result = { payments: 0, withoutOrder: [] as string[], otherAddresses: new Set<string>() }
  const sellingAddresses = new Set<string>()
  let hasOrdersHere = false
  let providerRestoredAt: Date | undefined
  for await (const { page, readAt } of listWritten(payments, since)) {
    providerRestoredAt ??= toProviderTime(restore.restoredAt, { now: now(), readAt })
    const { ours, withoutOrder, otherAddresses, isNamedHere, selling } = await classifyPayments(db, hosts, page)
    result.payments += ours.length
    for (const each of withoutOrder) if (!(await isTakenByBank(payments, each))) result.withoutOrder.push(each.id)
    hasOrdersHere ||= isNamedHere
    for (const host of otherAddresses) result.otherAddresses.add(host)
    for (const host of selling) sellingAddresses.add(host)
    const isOurs = new Set(ours)
    for (const each of page) {
      const academy = isOurs.has(each) ? hosts.current : each.academy
      const numbers = getSkippedNumbers(each)
      if (numbers.length > 0) numbered.push({ academy, numbers })
    }
  }
  // The academy may have moved, and its owner may confirm that later. Until then, numbers that were issued at the
  // former host are not used again, either.
  const counted = new Set([hosts.current, hosts.home, ...result.otherAddresses, ...sellingAddresses])
  const shown = numbered.flatMap(({ academy, numbers }) =>
    academy !== undefined && counted.has(academy) ? numbers : [],
  )
  await db.transaction(async (tx) => {
    // A backup from an earlier version doesn't say which host it served, but its payments do.
    const [host] = result.otherAddresses
    await insertHomeHost(tx, host !== undefined && !hasOrdersHere ? host : hosts.current, now())
    const lost = result.withoutOrder.map((intentId) => ({ intentId, orderNumber: undefined }))
    await saveLostPayments(tx, lost, now())
    await lockNumbers(tx)
    await advanceCounters(tx, getHighestNumbers(shown))
    for (let start = 0; start < shown.length; start += 100)
      await insertSkippedNumbers(tx, shown.slice(start, start + 100))
    await markNumbersRead(tx, { isLive: payments.isLive, at: now(), providerRestoredAt })
  })
  return {
    ...result,
    otherAddresses: [...result.otherAddresses],
    sellingAddresses: [...sellingAddresses].filter((host) => !result.otherAddresses.has(host)),
  }
}

/** Lists the payments of all accounts, because the numbers of earlier sales must not be issued again. */
async function* listWritten({ lists, formerLists }: Deps['payments'], since: Date) {
  for (const { written } of [lists, ...formerLists]) yield* written(since)
}

async function classifyPayments(db: Executor, hosts: OwnHosts, page: AnnotatedPayment[]) {
  const orders = await findOrdersByIntents(
    db,
    page.map(({ id }) => id),
  )
  const ordered = new Set(orders.map(({ intentId }) => intentId))
  const ownership = ({ id, academy }: AnnotatedPayment) =>
    getOwnership(hosts, { academy, hasPurchase: ordered.has(id) })
  const ours = page.filter((each) => ownership(each) === 'ours')
  const getProductId = ({ metadata }: AnnotatedPayment) => parseSaleMetadata(metadata, 0).productId
  const foreign = page.filter((each) => ownership(each) === 'foreign')
  const products = await findProductIds(
    db,
    foreign.flatMap((each) => getProductId(each) ?? []),
  )
  // Payments that earlier versions opened lack the academy's ID, but product IDs are unique, too.
  const isOfCopy = (each: AnnotatedPayment) =>
    (hosts.academyId !== undefined && each.academyId === hosts.academyId) || products.has(getProductId(each) ?? '')
  return {
    ours,
    isNamedHere: ours.some(({ id, academy }) => academy !== undefined && ordered.has(id)),
    withoutOrder: ours.filter(({ id, isOver }) => !ordered.has(id) && !isOver),
    selling: foreign.flatMap((each) => (isOfCopy(each) ? (each.academy ?? []) : [])),
    otherAddresses: page.flatMap((each) =>
      each.academy !== undefined && ownership(each) === 'unconfirmed' ? [each.academy] : [],
    ),
  }
}

/** Whether banks returned the whole payment to the buyer in lost disputes, which the list of payments doesn't show. */
async function isTakenByBank(payments: Deps['payments'], { id, isDisputed }: AnnotatedPayment): Promise<boolean> {
  const intent = isDisputed ? await payments.readIntent(id) : undefined
  return intent !== undefined && isFullyReturned(intent)
}

function getSkippedNumbers({ id: intentId, metadata }: AnnotatedPayment): SkippedNumber[] {
  const { invoice, creditNotes } = parseNumberMetadata(metadata)
  const asRow = (kind: SkippedNumber['kind']) => (each: NonNullable<typeof invoice>) => ({
    kind,
    isTest: each.isTest,
    number: each.number,
    intentId,
    issuedOn: each.day ?? null,
  })
  return [...(invoice ? [invoice].map(asRow('invoice')) : []), ...creditNotes.map(asRow('credit_note'))]
}

function getHighestNumbers(shown: SkippedNumber[]) {
  const series = new Map<string, { kind: SkippedNumber['kind']; isTest: boolean; last: number }>()
  for (const { kind, isTest, number } of shown) {
    const key = `${kind} ${isTest}`
    series.set(key, { kind, isTest, last: Math.max(number, series.get(key)?.last ?? 0) })
  }
  return [...series.values()]
}
