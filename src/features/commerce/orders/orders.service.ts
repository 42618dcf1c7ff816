import { isStillPermitted } from '#features/people/accounts/accounts.public.ts'
import {
  runOrReport,
  findOwedCents,
  recordNumbersBeforeEmail,
  type sendDispute,
  type sendFailedRefund,
  type sendReceipt,
  type sendRefund,
} from '#features/commerce/payments/payments.public.ts'
import { pageAddress } from '#shared/pages.ts'
import { getRefundPolicy, readSite } from '#features/foundation/site/site.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, busyError } from '#shared/app-error.ts'
import { formatDay } from '#shared/dates.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { JobData } from '#shared/job.ts'
import { getOwnerPage, getProductPage } from '#shared/kinds.ts'
import { cents, formatDecimal, totalCents } from '#shared/money.ts'
import { formatAmount } from '#shared/format-amount.ts'
import { renderDisputeEmail, renderLostDisputeEmail } from './dispute.email.ts'
import { formatInvoiceNumber } from '#shared/invoice-number.ts'
import type { listOrders } from './orders.contract.ts'
import { formatDisputedAmount, getRemainingDebt } from './operator-notifications.service.ts'
import {
  findOrder,
  findMemberOrder,
  findPurchaseByInvoiceNumber,
  type Order,
  listMemberOrders,
} from './orders.queries.ts'
import { getProductAccess } from './product-access.queries.ts'
import { renderFailedPaymentEmail } from './failed-payment.email.ts'
import { renderFailedRefundEmail } from './failed-refund.email.ts'
import { formatSignedDecimal } from './sales.rules.ts'
import {
  getAmountLines,
  getReturnedCents,
  ORDER_STATES,
  formatPaymentMethod,
  formatRefundDestination,
  getOrderStatus,
  PDF_LIMIT,
} from './orders.rules.ts'
import {
  getOrderAmounts,
  type PdfFile,
  renderInvoicePdf,
  getPrintedCreditNote,
  getPrintedInvoice,
} from './invoices.service.ts'
import { renderReceiptEmail } from './receipt.email.ts'
import { renderRefundEmail } from './refund.email.ts'

export async function getMemberOrders(
  { db }: Pick<Deps, 'db'>,
  memberId: string,
): Promise<EndpointReply<typeof listOrders>> {
  const { timeZone } = await readSite(db)
  return (await listMemberOrders(db, memberId)).map((order) => ({
    order_number: order.orderNumber,
    date: getOrderDate(order, timeZone),
    item: order.itemName,
    kind: order.kind,
    item_id: order.slug,
    total: formatDecimal(cents(totalCents(order))),
    refunded: formatDecimal(cents(getReturnedCents(order))),
    invoice_number: order.invoice && order.isInvoiceShown ? formatInvoiceNumber(order.invoice) : null,
    credit_notes: order.creditNotes
      .filter(({ isShown }) => isShown)
      .map((note) => ({
        id: note.id,
        number: formatInvoiceNumber(note),
        date: note.issuedOn,
        amount: formatSignedDecimal(note.netCents + note.taxCents),
      })),
    state: getOrderStatus(getOrderAmounts(order)),
    ...((order.state === 'refunded' || order.state === 'disputed') && { has_access: order.hasAccess }),
  }))
}

type InvoicePdfDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'now' | 'payments'>

export async function getMemberInvoice(deps: InvoicePdfDeps, memberId: string, orderNumber: string): Promise<PdfFile> {
  const { db } = deps
  const order = await findMemberOrder(db, memberId, orderNumber)
  // Another member's order gets the same response as an order that doesn't exist.
  if (!order) throw new AppError('not_found', 'Order not found.')
  await enforceRateLimit(deps, db, PDF_LIMIT, memberId)
  await recordNumbersBeforePdf(deps, order)
  const invoice = await getPrintedInvoice(deps, order)
  if (!invoice && totalCents(order) === 0)
    throw new AppError('not_found', 'Nothing was paid for this order, so it has no invoice.')
  if (!invoice) throw new AppError('not_found', 'This order has no invoice yet. Please contact us.')
  return renderInvoicePdf(invoice)
}

export async function getMemberCreditNote(
  deps: InvoicePdfDeps,
  memberId: string,
  { orderNumber, id }: { orderNumber: string; id: string },
): Promise<PdfFile> {
  const { db } = deps
  const order = await findMemberOrder(db, memberId, orderNumber)
  const note = order?.creditNotes.find((each) => each.id === id)
  if (!order || !note) throw new AppError('not_found', 'Credit note not found.')
  await enforceRateLimit(deps, db, PDF_LIMIT, memberId)
  await recordNumbersBeforePdf(deps, order)
  return renderInvoicePdf(await getPrintedCreditNote(deps, order, note))
}

/**
 * Stores the document's number at the provider. Nothing is drawn until that has worked, because an issued document must
 * keep its number.
 */
async function recordNumbersBeforePdf(deps: InvoicePdfDeps, { invoice }: Order): Promise<void> {
  const purchaseId = invoice && (await findPurchaseByInvoiceNumber(deps.db, { ...invoice, kind: 'invoice' }))
  if (!purchaseId) return
  await recordNumbersBeforeEmail(deps, purchaseId).catch((error: unknown) => {
    deps.log.warn({ err: error, purchaseId }, 'an invoice number could not be recorded; its PDF is delayed')
    throw busyError('This document isn’t ready yet. Try again in a minute.')
  })
}

/**
 * Does the same as `recordNumbersBeforePdf`. But the email doesn't wait for it, because it mentions no number. The
 * orders page shows the credit note's number after it is stored.
 */
async function recordSoon(deps: InvoicePdfDeps, purchaseId: string): Promise<void> {
  await recordNumbersBeforeEmail(deps, purchaseId).catch((error: unknown) => {
    deps.log.warn({ err: error, purchaseId }, 'a credit note number could not be recorded; retrying')
  })
}

export async function sendReceiptEmail(
  deps: Deps,
  { purchaseId, askedBy }: JobData<typeof sendReceipt>,
): Promise<void> {
  const { db, mail, config } = deps
  const order = await findOrder(db, purchaseId)
  // The payment turned out to be unpaid, or its buyer was erased, so there is nothing to send.
  if (!order || order.buyer.isErased) return
  if (!(await isStillPermitted(db, askedBy, 'resend email', { memberId: order.buyer.id }))) return
  await runOrReport(deps, () => recordNumbersBeforeEmail(deps, purchaseId))
  const site = await readSite(db)
  const { days, isBuiltIn } = await getRefundPolicy(db, site)
  const invoice = await getPrintedInvoice({ config, db }, order)
  const pdf = invoice && (await renderInvoicePdf(invoice))
  await mail.send({
    to: order.buyer.email,
    memberId: order.buyer.id,
    ...renderReceiptEmail({
      ...order,
      site,
      invoiceNumber: invoice?.number,
      orderedOn: getOrderDate(order, site.timeZone),
      lines: getAmountLines(getOrderAmounts(order), site.language),
      paidWith: formatPaymentMethod(order),
      state: getOrderAmounts(order).state,
      access: await getProductAccess(db, order.buyer.id, order.productId),
      refund:
        days === null
          ? undefined
          : { days, isBuiltIn, address: `${config.publicUrl}${pageAddress('/TermsOfService/')}#refunds` },
      address: config.publicUrl + getOwnerPage(order.kind, order.slug),
      ordersAddress: config.publicUrl + pageAddress('/Account/Orders/'),
    }),
    attachments: pdf ? [{ filename: pdf.name, contentType: 'application/pdf', content: pdf.content }] : [],
  })
}

/** The job handler: emails the buyer that the provider has made a refund. */
export async function sendRefundEmail(deps: Deps, { purchaseId, fromCents, toCents }: JobData<typeof sendRefund>) {
  const { db, mail, config } = deps
  await recordSoon(deps, purchaseId)
  const order = await findOrder(db, purchaseId, 'in any state')
  if (!order || order.buyer.isErased) return
  const site = await readSite(db)
  await mail.send({
    to: order.buyer.email,
    memberId: order.buyer.id,
    ...renderRefundEmail({
      ...order,
      site,
      amount: formatAmount(site.language, toCents - fromCents),
      amountInAll: formatAmount(site.language, toCents),
      isAll: toCents >= totalCents(order),
      state: hasGivenAccess(order) ? getOrderAmounts(order).state : undefined,
      access: await getProductAccess(db, order.buyer.id, order.productId),
      to: formatRefundDestination(order),
      address: config.publicUrl + pageAddress('/Account/Orders/'),
    }),
  })
}

/** The job handler: emails the buyer that a refund failed at the bank, and says what happens next. */
export async function sendFailedRefundEmail(
  { db, mail, config }: Deps,
  { purchaseId, amount }: JobData<typeof sendFailedRefund>,
): Promise<void> {
  const order = await findOrder(db, purchaseId, 'in any state')
  if (!order || order.buyer.isErased) return
  const site = await readSite(db)
  await mail.send({
    to: order.buyer.email,
    memberId: order.buyer.id,
    ...renderFailedRefundEmail({
      ...order,
      site,
      failed: amount === undefined ? undefined : formatAmount(site.language, amount),
      debt: getRemainingDebt(order, await findOwedCents(db, order.paymentIntentId), site.language),
      ordersAddress: hasGivenAccess(order) ? config.publicUrl + pageAddress('/Account/Orders/') : undefined,
    }),
  })
}

/** The job handler: emails the buyer that access is paused during a dispute, or that the dispute was lost. */
export async function sendDisputeEmail(
  deps: Deps,
  { purchaseId, dispute, amount: disputed }: JobData<typeof sendDispute>,
): Promise<void> {
  const { db, mail, config } = deps
  await recordSoon(deps, purchaseId)
  const order = await findOrder(db, purchaseId)
  if (!order || order.buyer.isErased) return
  const site = await readSite(db)
  const address = config.publicUrl + pageAddress('/Account/Orders/')
  const access = await getProductAccess(db, order.buyer.id, order.productId)
  const facts = { ...order, site, access, amount: formatDisputedAmount(site.language, order, disputed), address }
  const { state } = getOrderAmounts(order)
  const to = { to: order.buyer.email, memberId: order.buyer.id }
  if (dispute === 'lost') {
    const owedCents = await findOwedCents(db, order.paymentIntentId)
    const owed = owedCents ? formatAmount(site.language, owedCents) : undefined
    return mail.send({ ...to, ...renderLostDisputeEmail({ ...facts, state, owed }) })
  }
  if (state !== 'disputed') return
  await mail.send({ ...to, ...renderDisputeEmail(facts) })
}

/**
 * The job handler: emails the buyer that a payment failed while the bank was processing it, unless another attempt has
 * succeeded since then.
 */
export async function sendFailedPaymentEmail({ db, mail, config }: Deps, purchaseId: string): Promise<void> {
  const order = await findOrder(db, purchaseId, 'in any state')
  if (!order || order.buyer.isErased || hasGivenAccess(order)) return
  const site = await readSite(db)
  await mail.send({
    to: order.buyer.email,
    memberId: order.buyer.id,
    ...renderFailedPaymentEmail({
      ...order,
      site,
      amount: formatAmount(site.language, totalCents(order)),
      access: await getProductAccess(db, order.buyer.id, order.productId),
      address: config.publicUrl + getProductPage(order.kind, order.slug),
      ordersAddress: config.publicUrl + pageAddress('/Account/Orders/'),
    }),
  })
}

/** Returns the date on the invoice, if there is one. */
function getOrderDate({ invoice, paidAt, createdAt }: Order, timeZone: string): string {
  return invoice?.issuedOn ?? formatDay(paidAt ?? createdAt, timeZone)
}

/** Whether the order has given access. A payment that was late or did not match its order gives none. */
function hasGivenAccess({ state }: Order): boolean {
  return ORDER_STATES.some((each) => each === state)
}
