import {
  findOwedCents,
  getRefundableOrderCents,
  isResponseDue,
  type notifyOperatorOfDispute,
  type notifyOperatorOfFailedRefund,
  sendOperatorIssue,
} from '#features/commerce/payments/payments.public.ts'
import { readSite, type Site } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { EmailContent } from '#platform/mail/email-template.ts'
import { formatDay, formatDate } from '#shared/dates.ts'
import type { JobData } from '#shared/job.ts'
import { totalCents } from '#shared/money.ts'
import { formatAmount } from '#shared/format-amount.ts'
import {
  renderOperatorDisputeEmail,
  renderOperatorFailedRefundEmail,
  renderOperatorLostDisputeEmail,
  renderSaleEmail,
  renderOperatorIssueEmail,
} from './operator-notifications.email.ts'
import { getProductAccess } from './product-access.queries.ts'
import { findOrder, type Order } from './orders.queries.ts'
import type { RemainingDebt } from './failed-refund.email.ts'
import { getOrderAmounts } from './invoices.service.ts'

type OperatorEmailKind = keyof Site['operatorMails']

/** Emails the operator at the address in the site's settings, unless these settings turn off this kind of email. */
async function sendOperatorEmail(
  { db, mail }: Deps,
  kind: OperatorEmailKind,
  write: (site: Site) => EmailContent | undefined,
): Promise<void> {
  const site = await readSite(db)
  if (site.email === '' || !site.operatorMails[kind]) return
  const email = write(site)
  if (email) await mail.send({ to: site.email, memberId: null, ...email })
}

function getOrderFacts({ orderNumber, itemName, buyer, ...order }: Order, language: string) {
  const name = [buyer.firstName, buyer.lastName].filter(Boolean).join(' ')
  const amount = formatAmount(language, totalCents(order))
  const who = name === '' ? buyer.email : `${name}, ${buyer.email}`
  return { orderNumber, itemName, amount, buyer: buyer.isErased ? 'deleted member' : who }
}

/** Formats the amount in dispute. If the bank did not give it, this is everything that was not refunded. */
export function formatDisputedAmount(language: string, order: Order, disputed: number | undefined): string {
  return formatAmount(language, disputed ?? totalCents(order) - order.refundedCents)
}

export async function sendSaleEmail(deps: Deps, purchaseId: string): Promise<void> {
  const order = await findOrder(deps.db, purchaseId)
  await sendOperatorEmail(
    deps,
    'sale',
    (site) => order && renderSaleEmail({ site, ...getOrderFacts(order, site.language) }),
  )
}

export async function sendOperatorDisputeEmail(
  deps: Deps,
  { purchaseId, dispute, amount: disputed, dueAt }: JobData<typeof notifyOperatorOfDispute>,
): Promise<void> {
  const order = await findOrder(deps.db, purchaseId)
  // The bank decided before this email could be sent.
  const isDecided = order && order.state !== 'disputed' && !(await isResponseDue(deps.db, order.paymentIntentId))
  if (dispute !== 'lost' && isDecided) return
  const access = order && (await getProductAccess(deps.db, order.buyer.id, order.productId))
  const owedCents = order && (await findOwedCents(deps.db, order.paymentIntentId))
  await sendOperatorEmail(deps, 'dispute', (site) => {
    if (!order || !access) return undefined
    const isMore = order.state === 'refunded' && order.refundedCents + (disputed ?? 0) > totalCents(order)
    const givenBack = isMore && order.refundedCents > 0 ? formatAmount(site.language, order.refundedCents) : undefined
    const { state } = getOrderAmounts(order)
    const sum = (amount: number) => (amount > 0 ? formatAmount(site.language, amount) : undefined)
    const notice = {
      site,
      ...getOrderFacts(order, site.language),
      amount: formatDisputedAmount(site.language, order, disputed),
      givenBack,
      state,
      isOpen: access.isOpen,
      isErased: order.buyer.isErased,
      isTaxed: order.taxCents > 0,
      left: sum(getRefundableOrderCents(order)),
      refunding: sum(order.refundingCents),
      owed: owedCents ? sum(owedCents) : undefined,
    }
    if (dispute === 'lost') return renderOperatorLostDisputeEmail(notice)
    const answerBy = dueAt === null ? undefined : formatDate(formatDay(new Date(dueAt), site.timeZone), site.language)
    return renderOperatorDisputeEmail({ ...notice, answerBy })
  })
}

/** Returns what the academy owes the buyer after a refund failed, when the email is written. */
export function getRemainingDebt(
  { state }: Pick<Order, 'state'>,
  owedCents: number | null | undefined,
  language: string,
): RemainingDebt {
  if (owedCents === undefined) return { kind: 'none' }
  const amount = owedCents === null ? undefined : formatAmount(language, owedCents)
  if (state === 'disputed') return { kind: 'disputed', amount }
  return amount === undefined ? { kind: 'unknown' } : { kind: 'owed', amount }
}

/**
 * Emails the operator about a failed refund. `amount` is its amount in cents. A payment may have been refunded in
 * parts, and the academy may keep the rest.
 */
export async function sendOperatorFailedRefundEmail(
  deps: Deps,
  { purchaseId, amount }: JobData<typeof notifyOperatorOfFailedRefund>,
) {
  const order = await findOrder(deps.db, purchaseId, 'in any state')
  const owedCents = order && (await findOwedCents(deps.db, order.paymentIntentId))
  await sendOperatorEmail(deps, 'failedRefund', (site) => {
    if (!order) return undefined
    const { refundedCents, lostCents } = order
    const sum = (inCents: number) => (inCents > 0 ? formatAmount(site.language, inCents) : undefined)
    return renderOperatorFailedRefundEmail({
      site,
      ...getOrderFacts(order, site.language),
      failed: amount === undefined ? undefined : formatAmount(site.language, amount),
      debt: getRemainingDebt(order, owedCents, site.language),
      refunded: sum(refundedCents),
      lost: sum(lostCents),
    })
  })
}

type OperatorIssue = { sentence: string; facts: Record<string, string | number> }

/** Reports an issue by email. Issues are also logged, because not every academy has set an email address. */
export async function reportOperatorIssue({ db, jobs, log }: Deps, issue: OperatorIssue): Promise<void> {
  log.error(issue.facts, issue.sentence)
  await jobs.enqueue(db, sendOperatorIssue, issue)
}

export async function sendOperatorIssueEmail(deps: Deps, issue: OperatorIssue): Promise<void> {
  await sendOperatorEmail(deps, 'trouble', (site) => renderOperatorIssueEmail({ site, ...issue }))
}
