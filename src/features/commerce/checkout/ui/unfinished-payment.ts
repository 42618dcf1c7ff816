import { readSaved, save } from '#web/client/member-storage.ts'
import type { Charge } from '../payment-messages.rules.ts'

/** A payment for which a card was given and whose end the page has not seen. It opens nothing by itself, so it may lie in the browser. */
export type Payment = { myDocsID: string; paymentIntentId: string; charge: Charge }

const keyOf = (productId: string) => `payment:${productId}`

/** Kept in this tab until the end is known: the page may be loaded again, or its session end. */
export function keepPayment(productId: string, payment: Payment): void {
  save(keyOf(productId), payment)
}

export function forgetPayment(productId: string): void {
  save(keyOf(productId), undefined)
}

export function keptPayment(productId: string): Payment | undefined {
  const kept = readSaved(keyOf(productId))
  return isPayment(kept) ? kept : undefined
}

function isPayment(kept: unknown): kept is Payment {
  if (typeof kept !== 'object' || kept === null) return false
  return ['myDocsID', 'paymentIntentId', 'charge'].every((name) => typeof Reflect.get(kept, name) === 'string')
}
