import {
  type FoundOrder,
  isPurchaseState,
  PURCHASE_STATES,
  searchOrders,
  formatPurchaseState,
} from '#features/commerce/orders/orders.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { AppError } from '#shared/app-error.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatDay } from '#shared/dates.ts'
import { formatCentsAsDollars } from '#shared/money.ts'
import { parseLimit, parseSince, parseText, parseUntil } from './option-values.ts'
import { formatTable } from './table.ts'
import { recordCommand } from './record-command.ts'
import { printLine, type Command } from './command.ts'

const text = { type: 'string' } as const
const DEFAULT_LIMIT = 20

export const ordersCommand: Command = {
  usage: 'orders [WORDS]',
  isReading: true,
  help: `Lists orders that match all words: buyer's name, username, or email address, product name, or payment ID (pi_…).
A word can also be the start of the order number or of the buyer's certificate ID. Words of one or two letters match only the start of a word.
Newest first.
  --state STATE     only this state: ${PURCHASE_STATES.join(', ')}; or any, to include unpaid orders, which are left out by default
  --since DATE      only since the start of this day, such as 2026-12-01
  --until DATE      only through the end of this day; days use the academy's time zone
  --limit N         how many to list (default 20)
  --after ORDER     start after this order
  --json            print as JSON; recorded in the audit log, because it names buyers`,
  options: {
    state: text,
    since: text,
    until: text,
    limit: text,
    after: text,
    json: { type: 'boolean' },
  },
  async run(deps, { args: words, options: { state, since, until, limit, after, json }, by }) {
    const { timeZone } = await readSite(deps.db)
    const { orders, isMore } = await searchOrders(deps, {
      words: words.flatMap((each) => each.split(/\s+/).filter(Boolean)),
      state: parseOrderState(parseText(state)),
      since: parseSince(since, timeZone),
      until: parseUntil(until, timeZone),
      after: parseText(after),
      limit: parseLimit(limit, DEFAULT_LIMIT),
    })
    if (json) {
      await recordCommand(deps, {
        kind: 'sales.exported',
        by,
        subject: { id: 'orders' },
        after: { orders: orders.length },
      })
      return printLine(JSON.stringify(orders, null, 1))
    }
    if (orders.length === 0)
      return printLine(
        state === undefined ? 'No orders found. To include unpaid orders, add --state any.' : 'No orders found.',
      )
    const last = orders.at(-1)?.orderNumber ?? ''
    const more = isMore ? ` For older ones, add --after ${last}` : ''
    return printLine(
      `${formatOrderTable(orders, timeZone)}\n\n${pluralize(orders.length, 'order')}, newest first.${more}`,
    )
  },
}

function parseOrderState(typed: string | undefined) {
  if (typed === undefined || typed === 'any' || isPurchaseState(typed)) return typed
  throw new AppError('invalid', `Unknown state '${typed}'. --state must be one of: ${PURCHASE_STATES.join(', ')}, any.`)
}

export function formatOrderTable(orders: FoundOrder[], timeZone: string): string {
  return formatTable(
    [
      { title: 'Date' },
      { title: 'Order' },
      { title: 'State' },
      { title: 'Product', maxWidth: 36 },
      { title: 'Buyer', maxWidth: 50 },
      { title: 'Total', isNumber: true },
    ],
    orders.map((order) => [
      formatDay(order.at, timeZone),
      order.orderNumber,
      formatPurchaseState(order),
      order.itemName || order.slug,
      order.isErased ? 'deleted member' : [order.name, order.email].filter(Boolean).join(', '),
      formatCentsAsDollars(order.totalCents),
    ]),
  )
}
