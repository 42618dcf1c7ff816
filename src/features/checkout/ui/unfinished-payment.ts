import type { Charge } from '../payment-words.rules.ts'

/** A payment for which a card was given and whose end the page has not seen. It opens nothing by itself, so it may lie in the browser. */
export type Payment = { myDocsID: string; paymentIntentId: string; charge: Charge }

const keyOf = (productId: string) => `payment:${productId}`

/** Kept in this tab until the end is known: the page may be loaded again, or its session end. */
export function keepPayment(productId: string, payment: Payment): void {
  try {
    sessionStorage.setItem(keyOf(productId), JSON.stringify(payment))
  } catch {
    // Where nothing can be stored, the sweep finds it all the same.
  }
}

export function forgetPayment(productId: string): void {
  try {
    sessionStorage.removeItem(keyOf(productId))
  } catch {
    // Nothing was stored.
  }
}

export function keptPayment(productId: string): Payment | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(productId)) ?? 'null')
    return isPayment(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

function isPayment(kept: unknown): kept is Payment {
  if (typeof kept !== 'object' || kept === null) return false
  return ['myDocsID', 'paymentIntentId', 'charge'].every((name) => typeof Reflect.get(kept, name) === 'string')
}
