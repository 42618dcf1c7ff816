import { readSaved, save } from '#web/client/member-storage.ts'
import type { ChargeStatus } from '../payment-messages.rules.ts'

/**
 * A payment whose card was submitted but whose outcome the page has not seen yet. It grants nothing by itself, so it
 * may be stored in the browser.
 */
export type UnfinishedPayment = { myDocsID: string; paymentIntentId: string; charge: ChargeStatus }

const storageKey = (productId: string) => `payment:${productId}`

/**
 * Stores the payment in this tab until the outcome is known, because the page may be reloaded or the session may end.
 */
export function saveUnfinishedPayment(productId: string, payment: UnfinishedPayment): void {
  save(storageKey(productId), payment)
}

export function clearUnfinishedPayment(productId: string): void {
  save(storageKey(productId), undefined)
}

export function loadUnfinishedPayment(productId: string): UnfinishedPayment | undefined {
  const saved = readSaved(storageKey(productId))
  return isUnfinishedPayment(saved) ? saved : undefined
}

function isUnfinishedPayment(value: unknown): value is UnfinishedPayment {
  if (typeof value !== 'object' || value === null) return false
  return ['myDocsID', 'paymentIntentId', 'charge'].every((name) => typeof Reflect.get(value, name) === 'string')
}
