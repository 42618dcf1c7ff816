import type { FastifyInstance } from 'fastify'
import {
  exportSales,
  type FoundOrder,
  orderChoices,
  type OrderSearch,
  type SalesSearch,
  salesSums,
  searchOrders,
  sendReceiptAgain,
  signedDecimal,
} from '#features/commerce/orders/orders.public.ts'
import { refundInWords, refundOrder } from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { type Call, serve } from '#platform/http/serve.ts'
import { dayOf } from '#shared/dates.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { centsIn } from '#shared/money.ts'
import { may, staffOf } from '#shared/policy.ts'
import { tidyText } from '#shared/tidy-text.ts'
import {
  exportOrders,
  findOrders,
  mailReceiptAgain,
  readOrderChoices,
  refundAnOrder,
  sumOrders,
} from './orders.contract.ts'
import { mailed, shownOrder } from './order-view.ts'

const SCREENFUL = 20

export function orderScreenRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, findOrders, async ({ body }) => {
    const { timeZone } = await readSite(deps.db)
    const { orders, isMore } = await searchOrders(deps, {
      ...searchOf(body),
      since: body.since === null ? undefined : startOfDay(body.since, timeZone),
      until: body.until === null ? undefined : endOfDay(body.until, timeZone),
      isLive: body.money === null ? undefined : body.money === 'real',
      after: body.after ?? undefined,
      limit: SCREENFUL,
    })
    return { orders: orders.map((order) => shownOrder(order, timeZone)), is_more: isMore }
  })
  serve(app, sumOrders, async ({ body, member }) => ({
    sums: (await salesSums(deps, salesIn(body))).map((sum) => ({
      currency: sum.currency,
      sales: sum.sales,
      refunds: sum.refunds,
      sold: signedDecimal(sum.gross + sum.refunded),
      discount: signedDecimal(sum.discount),
      tax: signedDecimal(sum.tax),
      refunded: signedDecimal(sum.refunded),
      left: signedDecimal(sum.gross),
      fee: signedDecimal(sum.fee),
      fees_known: sum.feesKnown,
    })),
    may_export: may(staffOf(member), 'export sales'),
  }))
  serve(app, exportOrders, async ({ body, member }) => {
    const { since, until } = body
    const days = [since, until].filter((day) => day !== null).join('_to_')
    return {
      name: `sales${days && `_${days}`}.csv`,
      content: await exportSales(deps, { ...salesIn(body), by: staffOf(member) }),
    }
  })
  serve(app, readOrderChoices, async () => {
    const { timeZone } = await readSite(deps.db)
    const { products, coupons } = await orderChoices(deps.db)
    const today = dayOf(deps.now(), timeZone)
    return {
      products: products.map(({ slug, title }) => ({ id: slug, item: title })),
      coupons: coupons.map(({ code }) => code),
      first_day: `${today.slice(0, 7)}-01`,
      today,
    }
  })
  serve(app, refundAnOrder, async ({ params: { orderNumber }, body: { amount, why, times }, member }) => {
    const { timeZone } = await readSite(deps.db)
    const refund = await refundOrder(deps, {
      orderNumber,
      by: staffOf(member),
      amount: amount === null ? undefined : centsIn(amount),
      why,
      times,
      staysOpen: amount !== null,
    })
    const { text, isDone, nextTimes = null } = refundInWords(refund, timeZone)
    const order = await orderAsItIs(deps, orderNumber)
    return {
      message: text,
      is_done: isDone,
      next_times: nextTimes,
      order: order ? shownOrder(order, timeZone) : null,
    }
  })
  serve(app, mailReceiptAgain, async ({ params, member }) => {
    const { address } = await sendReceiptAgain(deps, { ...params, by: staffOf(member) })
    return { message: mailed('The receipt', address) }
  })
}

type Filters = Call<typeof sumOrders>['body']
type Wanted = Pick<OrderSearch, 'words' | 'state' | 'product' | 'coupon' | 'trouble'>

function searchOf({ words, state, product, coupon, waits }: Filters): Wanted {
  return {
    words: tidyText(words).split(/\s+/).filter(Boolean),
    state: state ?? undefined,
    product: product ?? undefined,
    coupon: coupon ?? undefined,
    trouble: waits ?? undefined,
  }
}

/** Test money is in no sum and in no file, whatever the list shows. */
function salesIn(filters: Filters): SalesSearch {
  return { ...searchOf(filters), since: filters.since ?? undefined, until: filters.until ?? undefined }
}

/** Undefined where it can't be read: money has gone by now, and no trouble of ours may hide that. */
async function orderAsItIs(deps: Deps, orderNumber: string): Promise<FoundOrder | undefined> {
  try {
    return (await searchOrders(deps, { words: [orderNumber], state: 'any', limit: 1 })).orders[0]
  } catch (error) {
    deps.log.warn({ err: error, orderNumber }, 'an order could not be read after a refund')
    return undefined
  }
}
