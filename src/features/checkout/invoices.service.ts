import { readSite } from '#features/site/site.public.ts'
import type { Executor } from '#db/open.ts'
import { dayOf } from '#shared/dates.ts'
import { totalCents } from '#shared/money.ts'
import type { Purchase } from './checkout.queries.ts'
import { insertInvoice, issuedFor } from './invoices.queries.ts'
import { creditOf } from './invoices.rules.ts'

type Sale = Pick<Purchase, 'id' | 'priceCents' | 'taxCents' | 'isLive'>

/** Gives a sale its invoice, as the last deed of the transaction that settles it. What cost nothing gets none. */
export async function issueInvoice(tx: Executor, purchase: Sale, now: Date): Promise<void> {
  if (totalCents(purchase) === 0) return
  const { id: purchaseId, priceCents: netCents, taxCents, isLive } = purchase
  const issuedOn = await today(tx, now)
  const isTest = isLive === false
  await insertInvoice(tx, { kind: 'invoice', isTest, purchaseId, issuedAt: now, issuedOn, netCents, taxCents })
}

/**
 * Gives what was given back since the last credit note a note of its own, as the last deed of the transaction that writes
 * the refund. `backCents` are all that was ever given back.
 */
export async function issueCreditNote(tx: Executor, purchase: Sale, backCents: number, now: Date): Promise<void> {
  if (backCents === 0) return
  const issued = await issuedFor(tx, purchase.id)
  const invoice = issued.find(({ kind }) => kind === 'invoice')
  const before = issued.find(({ kind }) => kind === 'credit_note')?.cents ?? 0
  // A refund that failed at the bank and is made again was noted the first time.
  if (!invoice || backCents <= before) return
  await insertInvoice(tx, {
    kind: 'credit_note',
    isTest: invoice.isTest,
    purchaseId: purchase.id,
    issuedAt: now,
    issuedOn: await today(tx, now),
    ...creditOf(purchase, { before, after: backCents }),
  })
}

async function today(tx: Executor, now: Date): Promise<string> {
  return dayOf(now, (await readSite(tx)).time_zone)
}
