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
  help: `Orders that fit all words: of the buyer's name, username or email address, of the product's name, of the beginning of the order's number or of that of a certificate of the buyer,
or the id of the payment (pi_…). A word of one or two letters begins one of these.
The newest come first, twenty of them.
  --state STATE     only these: ${PURCHASE_STATES.join(', ')}; or any: also what was begun and never paid, which is left out else
  --since DATE      only from the start of this day, such as 2026-12-01, and
  --until DATE      to the end of this one; days are those of time_zone in site.yaml
  --limit N         N of them
  --after ORDER     goes on behind this order
  --json            for programs; that is told to the log, since it names buyers`,
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
        state === undefined
          ? 'There are no such orders. With --state any, what was begun and never paid is looked through, too.'
          : 'There are no such orders.',
      )
    const last = orders.at(-1)?.orderNumber ?? ''
    const more = isMore ? ` There are older ones: the same with --after ${last}` : ''
    return printLine(
      `${formatOrderTable(orders, timeZone)}\n\n${pluralize(orders.length, 'order')}, the newest first.${more}`,
    )
  },
}

function parseOrderState(typed: string | undefined) {
  if (typed === undefined || typed === 'any' || isPurchaseState(typed)) return typed
  throw new AppError(
    'invalid',
    `There is no state '${typed}'. --state takes one of these: ${PURCHASE_STATES.join(', ')}, any.`,
  )
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
      order.isErased ? 'erased member' : [order.name, order.email].filter(Boolean).join(', '),
      formatCentsAsDollars(order.totalCents),
    ]),
  )
}
