import { sendOperatorIssue, type notifyOperatorOfFailedRefund } from '#features/commerce/payments/payments.public.ts'
import { readSite, type Site } from '#features/foundation/site/site.public.ts'
import type { notifyOperatorOfDispute } from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { EmailContent } from '#platform/mail/email-template.ts'
import { formatDay, formatLongDate } from '#shared/dates.ts'
import type { JobData } from '#shared/job.ts'
import { cents, formatDecimal, totalCents } from '#shared/money.ts'
import { formatAmount } from '#shared/format-amount.ts'
import {
  renderOperatorDisputeEmail,
  renderFailedRefundEmail,
  renderOperatorLostDisputeEmail,
  renderSaleEmail,
  renderOperatorIssueEmail,
} from './operator-notifications.email.ts'
import { getProductAccess } from './product-access.queries.ts'
import { findOrder, type Order } from './orders.queries.ts'
import { getReturnedCents } from './orders.rules.ts'
import { getOrderAmounts } from './invoices.service.ts'

type OperatorEmailKind = keyof Site['operatorMails']

/** Emails the operator at the address in the site's settings, unless this kind is turned off there. */
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
  return { orderNumber, itemName, amount, buyer: buyer.isErased ? 'erased member' : who }
}

/** The disputed amount, when the bank gave it. */
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
  const access = order && (await getProductAccess(deps.db, order.buyer.id, order.productId))
  await sendOperatorEmail(deps, 'dispute', (site) => {
    if (!order || !access) return undefined
    const isMore = order.state === 'refunded' && order.refundedCents + (disputed ?? 0) > totalCents(order)
    const givenBack = isMore && order.refundedCents > 0 ? formatAmount(site.language, order.refundedCents) : undefined
    const { state } = getOrderAmounts(order)
    const leftCents = totalCents(order) - getReturnedCents(order)
    const notice = {
      site,
      ...getOrderFacts(order, site.language),
      amount: formatDisputedAmount(site.language, order, disputed),
      givenBack,
      state,
      isOpen: access.isOpen,
      isErased: order.buyer.isErased,
      isTaxed: order.taxCents > 0,
      left: leftCents > 0 ? formatAmount(site.language, leftCents) : undefined,
    }
    if (dispute === 'lost') return renderOperatorLostDisputeEmail(notice)
    const answerBy =
      dueAt === null ? undefined : formatLongDate(formatDay(new Date(dueAt), site.timeZone), site.language)
    return renderOperatorDisputeEmail({ ...notice, answerBy })
  })
}

/** `amount`, in cents, is this refund's: a part may have failed, and the rest may stay with the academy. */
export async function sendFailedRefundEmail(
  deps: Deps,
  { purchaseId, amount, givenTimes = 0 }: JobData<typeof notifyOperatorOfFailedRefund>,
) {
  const order = await findOrder(deps.db, purchaseId, 'in any state')
  await sendOperatorEmail(deps, 'failedRefund', (site) => {
    const failed = amount === undefined ? undefined : formatDecimal(cents(amount))
    return (
      order &&
      renderFailedRefundEmail({
        site,
        ...getOrderFacts(order, site.language),
        failed,
        isAll: amount === totalCents(order),
        givenTimes,
      })
    )
  })
}

type OperatorIssue = { sentence: string; facts: Record<string, string | number> }

/** Also logged, because not every academy has an address in its settings. */
export async function reportOperatorIssue({ db, jobs, log }: Deps, issue: OperatorIssue): Promise<void> {
  log.error(issue.facts, issue.sentence)
  await jobs.enqueue(db, sendOperatorIssue, issue)
}

export async function sendOperatorIssueEmail(deps: Deps, issue: OperatorIssue): Promise<void> {
  await sendOperatorEmail(deps, 'trouble', (site) => renderOperatorIssueEmail({ site, ...issue }))
}
