import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { backCents } from './orders.rules.ts'
import { totalCents } from '#shared/money.ts'
import { invoiceNumber } from './invoices.rules.ts'
import { idOfOrder, type Search, searchPurchases } from './search.queries.ts'
import { type PurchaseState, statesOf } from './search.rules.ts'

export type OrderSearch = Omit<Search, 'states' | 'after'> & {
  /** Undefined: orders, in any state of theirs; `any`: also what was never paid. */
  state?: PurchaseState | 'any' | undefined
  /** The number of the last order of the page before. */
  after?: string | undefined
}

export type FoundOrder = Awaited<ReturnType<typeof searchOrders>>['orders'][number]

/** Orders of all buyers, for staff: the newest first, and whether there are older ones. Refuses (`not_found`). */
export async function searchOrders({ db }: Pick<Deps, 'db'>, { state, after, limit, ...wanted }: OrderSearch) {
  const last = after === undefined ? undefined : await idOfOrder(db, after)
  if (after !== undefined && last === undefined) throw new AppError('not_found', `There is no order ${after}.`)
  const found = await searchPurchases(db, { ...wanted, states: statesOf(state), after: last, limit: limit + 1 })
  const orders = found.slice(0, limit).map(({ invoice, firstName, lastName, ...order }) => ({
    ...order,
    name: [firstName, lastName].filter(Boolean).join(' '),
    totalCents: totalCents(order),
    backCents: backCents(order),
    invoice: invoice && invoiceNumber({ ...invoice, kind: 'invoice' }),
  }))
  return { orders, isMore: found.length > limit }
}
