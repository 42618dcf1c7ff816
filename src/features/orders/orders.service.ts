import { type Limit, throttle } from '#features/accounts/accounts.public.ts'
import type { sendRefund } from '#features/checkout/checkout.public.ts'
import { readSite } from '#features/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { drawnInThread } from '#platform/drawing.ts'
import type { Sender } from '#platform/mail/letter.ts'
import { AppError } from '#shared/app-error.ts'
import { dayOf } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { invoicePdf as drawing } from './invoice.document.ts'
import type { DataOf } from '#shared/job.ts'
import { cents, decimalOf, dollars, totalCents } from '#shared/money.ts'
import { disputeLetter } from './dispute.letter.ts'
import type { listOrders } from './orders.contract.ts'
import { findOrder, findOrderOf, type Order, ordersOf } from './orders.queries.ts'
import { amountLines, type Amounts, cardInWords, standingInWords, standingOf } from './orders.rules.ts'
import { receiptLetter } from './receipt.letter.ts'
import { refundLetter } from './refund.letter.ts'

const invoicePdf = drawnInThread<typeof drawing>(new URL('invoice.document.ts', import.meta.url), 'invoicePdf')

// Nobody has so much use for them, and each takes a core for a while.
const INVOICES: Limit = { what: 'invoice', hits: 20, windowMs: 60 * 60_000 }

export async function ordersOfMember({ db }: Pick<Deps, 'db'>, memberId: string): Promise<ReplyOf<typeof listOrders>> {
  const { time_zone: timeZone } = await readSite(db)
  return (await ordersOf(db, memberId)).map((order) => ({
    order_number: order.orderNumber,
    date: order.issuedOn ?? dayOf(dateOf(order), timeZone),
    item: order.itemName,
    kind: order.kind,
    item_id: order.slug,
    total: decimalOf(cents(totalCents(order))),
    refunded: decimalOf(cents(order.refundedCents)),
    state: standingOf(amountsOf(order)),
  }))
}

export async function invoiceOfMember(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  memberId: string,
  orderNumber: string,
): Promise<{ name: string; content: Buffer }> {
  const { db } = deps
  const order = await findOrderOf(db, memberId, orderNumber)
  // Somebody else's order answers like one that does not exist.
  if (!order) throw new AppError('not_found', 'No such order.')
  await throttle(deps, db, INVOICES, memberId)
  return { name: invoiceName(order), content: await invoiceOf(order, await readSite(db)) }
}

/** The job: mails the receipt with its invoice. */
export async function mailReceipt({ db, mail, config }: Deps, purchaseId: string): Promise<void> {
  const order = await findOrder(db, purchaseId)
  // It was never paid after all: there is nothing to confirm.
  if (!order) return
  const site = await readSite(db)
  const pages = { course: 'MyAcademy', podcast: 'Podcast', document: 'MyDocuments' }
  await mail.send({
    to: order.buyer.email,
    ...receiptLetter({
      ...order,
      site,
      orderedOn: order.issuedOn ?? dayOf(dateOf(order), site.time_zone),
      lines: amountLines(amountsOf(order)),
      paidWith: cardInWords(order),
      address: `${config.publicUrl}/${pages[order.kind]}/${order.slug}`,
    }),
    attachments: [
      { filename: invoiceName(order), contentType: 'application/pdf', content: await invoiceOf(order, site) },
    ],
  })
}

/** The job: tells the buyer what the provider has given back. */
export async function mailRefund(
  { db, mail, config }: Deps,
  { purchaseId, fromCents, toCents }: DataOf<typeof sendRefund>,
) {
  const order = await findOrder(db, purchaseId, 'in any state')
  if (!order) return
  const site = await readSite(db)
  const money = (amount: number) => dollars(decimalOf(cents(amount)))
  await mail.send({
    to: order.buyer.email,
    ...refundLetter({
      ...order,
      site,
      amount: money(toCents - fromCents),
      amountInAll: money(toCents),
      isAll: toCents >= totalCents(order),
      paidWith: cardInWords(order),
      address: `${config.publicUrl}/Account/`,
    }),
  })
}

/** The job: tells the buyer why the item has closed, as long as it has. */
export async function mailDispute({ db, mail, config }: Deps, purchaseId: string): Promise<void> {
  const order = await findOrder(db, purchaseId)
  if (order?.state !== 'disputed') return
  const amount = dollars(decimalOf(cents(totalCents(order))))
  const site = await readSite(db)
  const address = `${config.publicUrl}/Account/`
  await mail.send({ to: order.buyer.email, ...disputeLetter({ ...order, site, amount, address }) })
}

function invoiceOf(order: Order, site: Sender & { time_zone: string }): Promise<Buffer> {
  const { orderNumber, itemName, buyer } = order
  const amounts = amountsOf(order)
  const standing = standingOf(amounts)
  const card = cardInWords(order)
  return invoicePdf({
    orderNumber,
    orderedOn: order.issuedOn ?? dayOf(dateOf(order), site.time_zone),
    itemName,
    lines: amountLines(amounts),
    remarks: [
      ...(card ? [`Paid with ${card}.`] : []),
      ...(standing === 'paid' ? [] : [`${standingInWords(standing, decimalOf(cents(order.refundedCents)))}.`]),
    ],
    seller: {
      name: site.name,
      address: site.postal_address,
      contact: [site.email, site.phone].filter(Boolean).join(', '),
    },
    buyer: { name: [buyer.firstName, buyer.lastName].filter(Boolean).join(' '), email: buyer.email },
  })
}

function invoiceName({ orderNumber }: Order): string {
  return `Invoice ${orderNumber}.pdf`
}

function dateOf({ paidAt, createdAt }: Order): Date {
  return paidAt ?? createdAt
}

/** The queries select orders only. */
function amountsOf(order: Order): Amounts {
  const { state } = order
  if (state !== 'paid' && state !== 'refunded' && state !== 'disputed') throw new Error(`No order: ${state}`)
  return { ...order, state }
}
