import { sendTrouble, type tellFailedRefund } from '#features/commerce/payments/payments.public.ts'
import { readSite, type Site } from '#features/foundation/site/site.public.ts'
import type { tellDispute } from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Letter } from '#platform/mail/letter.ts'
import { dayOf, longDate } from '#shared/dates.ts'
import type { DataOf } from '#shared/job.ts'
import { cents, decimalOf, totalCents } from '#shared/money.ts'
import { sumIn } from '#shared/sums.ts'
import {
  disputeNoticeLetter,
  failedRefundLetter,
  lostDisputeNoticeLetter,
  saleLetter,
  troubleLetter,
} from './operator-notifications.email.ts'
import { accessTo } from './product-access.queries.ts'
import { findOrder, type Order } from './orders.queries.ts'
import { backCents } from './orders.rules.ts'
import { amountsOf } from './invoice-pdf.service.ts'

type Kind = keyof Site['operatorMails']

/** Mails the operator, at the address of the site's settings, unless this kind of mail is turned off there. */
async function mailOperator({ db, mail }: Deps, kind: Kind, write: (site: Site) => Letter | undefined): Promise<void> {
  const site = await readSite(db)
  if (site.email === '' || !site.operatorMails[kind]) return
  const letter = write(site)
  if (letter) await mail.send({ to: site.email, memberId: null, ...letter })
}

function facts({ orderNumber, itemName, buyer, ...order }: Order, language: string) {
  const name = [buyer.firstName, buyer.lastName].filter(Boolean).join(' ')
  const amount = sumIn(language, totalCents(order))
  const who = name === '' ? buyer.email : `${name}, ${buyer.email}`
  return { orderNumber, itemName, amount, buyer: buyer.isErased ? 'erased member' : who }
}

/** What a dispute is about: the sum that the bank told, where it is known. */
export function disputedSum(language: string, order: Order, disputed: number | undefined): string {
  return sumIn(language, disputed ?? totalCents(order) - order.refundedCents)
}

export async function mailSale(deps: Deps, purchaseId: string): Promise<void> {
  const order = await findOrder(deps.db, purchaseId)
  await mailOperator(deps, 'sale', (site) => order && saleLetter({ site, ...facts(order, site.language) }))
}

export async function mailDisputeNotice(
  deps: Deps,
  { purchaseId, dispute, amount: disputed, dueAt }: DataOf<typeof tellDispute>,
): Promise<void> {
  const order = await findOrder(deps.db, purchaseId)
  const access = order && (await accessTo(deps.db, order.buyer.id, order.productId))
  await mailOperator(deps, 'dispute', (site) => {
    if (!order || !access) return undefined
    const isMore = order.state === 'refunded' && order.refundedCents + (disputed ?? 0) > totalCents(order)
    const givenBack = isMore && order.refundedCents > 0 ? sumIn(site.language, order.refundedCents) : undefined
    const { state } = amountsOf(order)
    const leftCents = totalCents(order) - backCents(order)
    const notice = {
      site,
      ...facts(order, site.language),
      amount: disputedSum(site.language, order, disputed),
      givenBack,
      state,
      isOpen: access.isOpen,
      isErased: order.buyer.isErased,
      left: leftCents > 0 ? sumIn(site.language, leftCents) : undefined,
    }
    if (dispute === 'lost') return lostDisputeNoticeLetter(notice)
    const answerBy = dueAt === null ? undefined : longDate(dayOf(new Date(dueAt), site.timeZone), site.language)
    return disputeNoticeLetter({ ...notice, answerBy })
  })
}

/** `amount`, in cents, of the refund alone: a part may have failed, and the rest may stay with the academy. */
export async function mailFailedRefund(
  deps: Deps,
  { purchaseId, amount, givenTimes = 0 }: DataOf<typeof tellFailedRefund>,
) {
  const order = await findOrder(deps.db, purchaseId, 'in any state')
  await mailOperator(deps, 'failedRefund', (site) => {
    const failed = amount === undefined ? undefined : decimalOf(cents(amount))
    return (
      order &&
      failedRefundLetter({
        site,
        ...facts(order, site.language),
        failed,
        isAll: amount === totalCents(order),
        givenTimes,
      })
    )
  })
}

type Trouble = { sentence: string; facts: Record<string, string | number> }

/** Logged, too: not everybody has an address in the settings. */
export async function tellTrouble({ db, jobs, log }: Deps, trouble: Trouble): Promise<void> {
  log.error(trouble.facts, trouble.sentence)
  await jobs.enqueue(db, sendTrouble, trouble)
}

export async function mailTrouble(deps: Deps, trouble: Trouble): Promise<void> {
  await mailOperator(deps, 'trouble', (site) => troubleLetter({ site, ...trouble }))
}
