import type { FastifyInstance } from 'fastify'
import { exportList } from '#features/foundation/audit-log/audit-log.public.ts'
import {
  exportSales,
  type FoundOrder,
  listOrderFilterChoices,
  type OrderSearch,
  type SalesSearch,
  getSalesTotals,
  searchOrders,
  resendOrderReceipt,
  formatSignedDecimal,
} from '#features/commerce/orders/orders.public.ts'
import { describeRefund, refundOrder } from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { type Call, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { CsvNumber } from '#shared/csv.ts'
import { formatDay, formatMinute } from '#shared/dates.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { parseCents } from '#shared/money.ts'
import { hasPermission, toStaff } from '#shared/policy.ts'
import {
  exportOrderList,
  exportOrders,
  findOrders,
  type Order,
  resendReceipt,
  readOrderChoices,
  refundAnOrder,
  totalOrders,
} from './orders.contract.ts'
import { formatEmailQueued, toOrderView } from './order-views.service.ts'

const PAGE_SIZE = 20

export function orderScreenRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, findOrders, async ({ body }) => {
    const { timeZone } = await readSite(deps.db)
    const { orders, isMore } = await searchOrders(deps, {
      ...toOrderSearch(body, timeZone),
      after: body.after ?? undefined,
      limit: PAGE_SIZE,
    })
    return { orders: orders.map((order) => toOrderView(order)), is_more: isMore }
  })
  registerEndpoint(app, exportOrderList, async ({ body, member }) => {
    const { timeZone } = await readSite(deps.db)
    const content = await exportList(deps, {
      list: 'orders',
      body,
      by: toStaff(member),
      columns: ['Order', 'Time', 'Product', 'Kind', 'State', 'Total', 'Coupon', 'Test', 'Name', 'Username', 'Email'],
      toRow: (order: FoundOrder) => formatOrderRow(toOrderView(order), formatMinute(order.at, timeZone)),
      load: async (after, limit) => {
        const { orders, isMore } = await searchOrders(deps, { ...toOrderSearch(body, timeZone), after, limit })
        return { items: orders, last: isMore ? orders.at(-1)?.orderNumber : undefined }
      },
    })
    return { name: 'orders.csv', content }
  })
  registerEndpoint(app, totalOrders, async ({ body, member }) => ({
    sums: (await getSalesTotals(deps, toSalesSearch(body))).map((sum) => ({
      currency: sum.currency,
      sales: sum.sales,
      refunds: sum.refunds,
      sold: formatSignedDecimal(sum.gross + sum.refunded),
      discount: formatSignedDecimal(sum.discount),
      tax: formatSignedDecimal(sum.tax),
      refunded: formatSignedDecimal(sum.refunded),
      left: formatSignedDecimal(sum.gross),
      fee: formatSignedDecimal(sum.fee),
      fees_known: sum.feesKnown,
    })),
    may_export: hasPermission(toStaff(member), 'export sales'),
  }))
  registerEndpoint(app, exportOrders, async ({ body, member }) => {
    const { since, until } = body
    const days = [since, until].filter((day) => day !== null).join('_to_')
    return {
      name: `sales${days && `_${days}`}.csv`,
      content: await exportSales(deps, { ...toSalesSearch(body), by: toStaff(member) }),
    }
  })
  registerEndpoint(app, readOrderChoices, async () => {
    const { timeZone } = await readSite(deps.db)
    const { products, coupons } = await listOrderFilterChoices(deps.db)
    const today = formatDay(deps.now(), timeZone)
    return {
      products: products.map(({ slug, title }) => ({ id: slug, item: title })),
      coupons: coupons.map(({ code }) => code),
      first_day: `${today.slice(0, 7)}-01`,
      today,
    }
  })
  registerEndpoint(app, refundAnOrder, async ({ params: { orderNumber }, body: { amount, why, times }, member }) => {
    const { timeZone } = await readSite(deps.db)
    const refund = await refundOrder(deps, {
      orderNumber,
      by: toStaff(member),
      amount: amount === null ? undefined : parseCents(amount),
      why,
      times,
      staysOpen: amount !== null,
    })
    const { text, isDone, nextTimes = null } = describeRefund(refund, timeZone)
    const order = await findCurrentOrder(deps, orderNumber)
    return {
      message: text,
      is_done: isDone,
      next_times: nextTimes,
      order: order ? toOrderView(order) : null,
    }
  })
  registerEndpoint(app, resendReceipt, async ({ params, member }) => {
    const { address } = await resendOrderReceipt(deps, { ...params, by: toStaff(member) })
    return { message: formatEmailQueued('The receipt', address) }
  })
}

type Filters = Call<typeof totalOrders>['body']
type OrderQuery = Pick<OrderSearch, 'words' | 'state' | 'product' | 'coupon' | 'issue'>

function toOrderQuery({ words, state, product, coupon, waits }: Filters): OrderQuery {
  return {
    words: words.split(/\s+/).filter(Boolean),
    state: state ?? undefined,
    product: product ?? undefined,
    coupon: coupon ?? undefined,
    issue: waits ?? undefined,
  }
}

function toOrderSearch(body: Call<typeof exportOrderList>['body'], timeZone: string) {
  return {
    ...toOrderQuery(body),
    since: body.since === null ? undefined : startOfDay(body.since, timeZone),
    until: body.until === null ? undefined : endOfDay(body.until, timeZone),
    isLive: body.money === null ? undefined : body.money === 'real',
    sort: body.sort,
  }
}

function formatOrderRow(order: Order, time: string) {
  const { order_number: number, item, kind, state, total, coupon, is_test: isTest, buyer } = order
  const { name = '', username = '', email = '' } = buyer ?? {}
  return [number, time, item, kind, state, new CsvNumber(total), coupon, isTest ? 'test' : '', name, username, email]
}

/** Totals and exports exclude test payments, whatever the list shows. */
function toSalesSearch(filters: Filters): SalesSearch {
  return { ...toOrderQuery(filters), since: filters.since ?? undefined, until: filters.until ?? undefined }
}

/** Undefined if the order can't be read. The money was already refunded, and an error here must not hide that. */
async function findCurrentOrder(deps: Deps, orderNumber: string): Promise<FoundOrder | undefined> {
  try {
    return (await searchOrders(deps, { words: [orderNumber], state: 'any', limit: 1 })).orders[0]
  } catch (error) {
    deps.log.warn({ err: error, orderNumber }, 'an order could not be read after a refund')
    return undefined
  }
}
