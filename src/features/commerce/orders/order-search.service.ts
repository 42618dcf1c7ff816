import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { getReturnedCents } from './orders.rules.ts'
import { totalCents } from '#shared/money.ts'
import { formatInvoiceNumber } from '#shared/invoice-number.ts'
import { findOrderId, type PurchaseSearch, searchPurchases } from './order-search.queries.ts'
import { type PurchaseState, getStates } from './order-search.rules.ts'

export type OrderSearch = Omit<PurchaseSearch, 'states'> & {
  /** Undefined selects all states that an order can have. `any` also selects purchases that were never paid. */
  state?: PurchaseState | 'any' | undefined
}

export type FoundOrder = Awaited<ReturnType<typeof searchOrders>>['orders'][number]

/** Lists orders of all buyers for staff, newest first, and says whether there are older ones. Throws `not_found`. */
export async function searchOrders({ db }: Pick<Deps, 'db'>, { state, after, limit, ...wanted }: OrderSearch) {
  const found = await searchPurchases(db, { ...wanted, states: getStates(state), after, limit: limit + 1 })
  // If there is no order with this number, nothing comes after it.
  if (found.length === 0 && after !== undefined && (await findOrderId(db, after)) === undefined)
    throw new AppError('not_found', `There is no order ${after}.`)
  const orders = found.slice(0, limit).map(({ invoice, isInvoiceShown, firstName, lastName, ...order }) => ({
    ...order,
    name: [firstName, lastName].filter(Boolean).join(' '),
    totalCents: totalCents(order),
    backCents: getReturnedCents(order),
    invoice: invoice && isInvoiceShown ? formatInvoiceNumber({ ...invoice, kind: 'invoice' }) : null,
  }))
  return { orders, isMore: found.length > limit }
}
