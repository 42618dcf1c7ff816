import { mayStill } from '#features/people/accounts/accounts.public.ts'
import {
  orTell,
  paidStateOf,
  recordBeforeMail,
  type sendDispute,
  type sendReceipt,
  type sendRefund,
} from '#features/commerce/payments/payments.public.ts'
import { pageAddress } from '#shared/pages.ts'
import { readSite, refundDaysTold } from '#features/foundation/site/site.public.ts'
import { throttle } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, busy } from '#shared/app-error.ts'
import { dayOf } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { DataOf } from '#shared/job.ts'
import { ownersPageOf, pageOf } from '#shared/kinds.ts'
import type { Limit } from '#shared/limit.ts'
import { cents, decimalOf, totalCents } from '#shared/money.ts'
import { sumIn } from '#shared/sums.ts'
import { disputeLetter, lostDisputeLetter } from './dispute.email.ts'
import { invoiceNumber } from '#shared/invoice-number.ts'
import type { listOrders } from './orders.contract.ts'
import { disputedSum } from './operator-notifications.service.ts'
import { findOrder, findOrderOf, findPurchaseOf, type Order, ordersOf } from './orders.queries.ts'
import { accessTo } from './product-access.queries.ts'
import { failedPaymentLetter } from './failed-payment.email.ts'
import { signedDecimal } from './sales.rules.ts'
import { amountLines, backCents, ORDER_STATES, paymentMethodInWords, refundedTo, standingOf } from './orders.rules.ts'
import { amountsOf, type PdfFile, pdfOf, printedCreditNote, printedInvoice } from './invoice-pdf.service.ts'
import { receiptLetter } from './receipt.email.ts'
import { refundLetter } from './refund.email.ts'

// Invoices and credit notes: nobody has so much use for them, and each takes a core for a while.
const DRAWINGS: Limit = { what: 'invoice', hits: 20, windowMs: 60 * 60_000 }

export async function ordersOfMember({ db }: Pick<Deps, 'db'>, memberId: string): Promise<ReplyOf<typeof listOrders>> {
  const { timeZone } = await readSite(db)
  return (await ordersOf(db, memberId)).map((order) => ({
    order_number: order.orderNumber,
    date: orderedOn(order, timeZone),
    item: order.itemName,
    kind: order.kind,
    item_id: order.slug,
    total: decimalOf(cents(totalCents(order))),
    refunded: decimalOf(cents(backCents(order))),
    invoice_number: order.invoice && invoiceNumber(order.invoice),
    credit_notes: order.creditNotes.map((note) => ({
      id: note.id,
      number: invoiceNumber(note),
      date: note.issuedOn,
      amount: signedDecimal(note.netCents + note.taxCents),
    })),
    state: standingOf(amountsOf(order)),
    ...((order.state === 'refunded' || order.state === 'disputed') && { has_access: order.hasAccess }),
  }))
}

type Drawing = Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'payments'>

export async function invoiceOfMember(deps: Drawing, memberId: string, orderNumber: string): Promise<PdfFile> {
  const { db } = deps
  const order = await findOrderOf(db, memberId, orderNumber)
  // Somebody else's order answers like one that does not exist.
  if (!order) throw new AppError('not_found', 'No such order.')
  await throttle(deps, db, DRAWINGS, memberId)
  await recordBeforeDrawing(deps, order)
  const invoice = await printedInvoice(deps, order)
  if (!invoice && totalCents(order) === 0)
    throw new AppError('not_found', 'Nothing was paid for this order: it has no invoice.')
  if (!invoice) throw new AppError('not_found', 'This order has no invoice yet. Please contact us.')
  return pdfOf(invoice)
}

export async function creditNoteOfMember(
  deps: Drawing,
  memberId: string,
  { orderNumber, id }: { orderNumber: string; id: string },
): Promise<PdfFile> {
  const { db } = deps
  const order = await findOrderOf(db, memberId, orderNumber)
  const note = order?.creditNotes.find((each) => each.id === id)
  if (!order || !note) throw new AppError('not_found', 'No such credit note.')
  await throttle(deps, db, DRAWINGS, memberId)
  await recordBeforeDrawing(deps, order)
  return pdfOf(await printedCreditNote(deps, order, note))
}

/** A document that somebody has keeps its number: while the card provider can't store a new one, nothing is drawn. */
async function recordBeforeDrawing(deps: Drawing, { invoice }: Order): Promise<void> {
  const purchaseId = invoice && (await findPurchaseOf(deps.db, { ...invoice, kind: 'invoice' }))
  if (!purchaseId) return
  await recordBeforeMail(deps, purchaseId).catch((error: unknown) => {
    deps.log.warn({ err: error, purchaseId }, 'the number of an invoice could not be recorded; its PDF waits')
    throw busy('This document is not ready yet. Please try again in a minute.')
  })
}

/** The job: mails the receipt with its invoice. */
export async function mailReceipt(deps: Deps, { purchaseId, askedBy }: DataOf<typeof sendReceipt>): Promise<void> {
  const { db, mail, config } = deps
  const order = await findOrder(db, purchaseId)
  // It was never paid after all, or its buyer was erased: there is nothing to confirm.
  if (!order || order.buyer.isErased) return
  if (!(await mayStill(db, askedBy, 'mail again', { memberId: order.buyer.id }))) return
  await orTell(deps, () => recordBeforeMail(deps, purchaseId))
  const site = await readSite(db)
  const days = await refundDaysTold(db, site)
  const invoice = await printedInvoice({ config, db }, order)
  const pdf = invoice && (await pdfOf(invoice))
  await mail.send({
    to: order.buyer.email,
    memberId: order.buyer.id,
    ...receiptLetter({
      ...order,
      site,
      invoiceNumber: invoice?.number,
      orderedOn: orderedOn(order, site.timeZone),
      lines: amountLines(amountsOf(order), site.language),
      paidWith: paymentMethodInWords(order),
      state: amountsOf(order).state,
      access: await accessTo(db, order.buyer.id, order.productId),
      refund:
        days === null ? undefined : { days, address: `${config.publicUrl}${pageAddress('/TermsOfService/')}#refunds` },
      address: config.publicUrl + ownersPageOf(order.kind, order.slug),
      ordersAddress: config.publicUrl + pageAddress('/Account/'),
    }),
    attachments: pdf ? [{ filename: pdf.name, contentType: 'application/pdf', content: pdf.content }] : [],
  })
}

/** The job: tells the buyer what the provider has given back. */
export async function mailRefund(
  { db, mail, config }: Deps,
  { purchaseId, fromCents, toCents }: DataOf<typeof sendRefund>,
) {
  const order = await findOrder(db, purchaseId, 'in any state')
  if (!order || order.buyer.isErased) return
  const site = await readSite(db)
  await mail.send({
    to: order.buyer.email,
    memberId: order.buyer.id,
    ...refundLetter({
      ...order,
      site,
      amount: sumIn(site.language, toCents - fromCents),
      amountInAll: sumIn(site.language, toCents),
      isAll: toCents >= totalCents(order),
      hadEnded:
        paidStateOf({ amount: totalCents(order), refunded: fromCents, held: 0, lost: order.lostCents }) === 'refunded',
      state: hasOpened(order) ? amountsOf(order).state : undefined,
      access: await accessTo(db, order.buyer.id, order.productId),
      to: refundedTo(order),
      address: config.publicUrl + pageAddress('/Account/'),
    }),
  })
}

/** The job: tells the buyer why the item has closed, as long as it has, or that a dispute took the money back for good. */
export async function mailDispute(
  { db, mail, config }: Deps,
  { purchaseId, dispute, amount: disputed }: DataOf<typeof sendDispute>,
): Promise<void> {
  const order = await findOrder(db, purchaseId)
  if (!order || order.buyer.isErased) return
  const site = await readSite(db)
  const address = config.publicUrl + pageAddress('/Account/')
  const access = await accessTo(db, order.buyer.id, order.productId)
  const facts = { ...order, site, access, amount: disputedSum(site.language, order, disputed), address }
  const { state } = amountsOf(order)
  const to = { to: order.buyer.email, memberId: order.buyer.id }
  if (dispute === 'lost') return mail.send({ ...to, ...lostDisputeLetter({ ...facts, state }) })
  if (state !== 'disputed') return
  await mail.send({ ...to, ...disputeLetter(facts) })
}

/** The job: the buyer's bank was processing the payment, and has not made it. Nothing is mailed where another try has succeeded since. */
export async function mailFailedPayment({ db, mail, config }: Deps, purchaseId: string): Promise<void> {
  const order = await findOrder(db, purchaseId, 'in any state')
  if (!order || order.buyer.isErased || hasOpened(order)) return
  const site = await readSite(db)
  await mail.send({
    to: order.buyer.email,
    memberId: order.buyer.id,
    ...failedPaymentLetter({
      ...order,
      site,
      amount: sumIn(site.language, totalCents(order)),
      access: await accessTo(db, order.buyer.id, order.productId),
      address: config.publicUrl + pageOf(order.kind, order.slug),
      ordersAddress: config.publicUrl + pageAddress('/Account/'),
    }),
  })
}

/** What the invoice says, too. */
function orderedOn({ invoice, paidAt, createdAt }: Order, timeZone: string): string {
  return invoice?.issuedOn ?? dayOf(paidAt ?? createdAt, timeZone)
}

/** A payment that came too late, or did not fit, opened nothing. */
function hasOpened({ state }: Order): boolean {
  return ORDER_STATES.some((each) => each === state)
}
