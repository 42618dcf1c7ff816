import { ownsProduct } from '#features/foundation/ownership/ownership.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import type { Kind } from '#shared/kinds.ts'
import { unreachable } from '#shared/unreachable.ts'
import { callProviderAtStage } from './provider-errors.service.ts'
import { findPurchase } from './payments.queries.ts'
import { incompleteMessage, getSettledReply, CONFIRMATION_LIMIT } from './payments.rules.ts'
import { NumbersNotReadError } from './restored-numbers.service.ts'
import { settlePurchase, type Settlement, type SettlementDeps } from './settlement.service.ts'

const purchaseNotFoundError = () => new AppError('not_found', 'Purchase not found.')

type PaymentConfirmation = { kind: Kind; purchaseId: string; intentId: string }

/** Settles a purchase if the provider confirms its payment. Idempotent. */
export async function confirmPayment(
  deps: SettlementDeps,
  memberId: string,
  { kind, purchaseId, intentId }: PaymentConfirmation,
): Promise<{ response: 'SUCCESS' | 'FAILED'; message: string; orderNumber: string }> {
  const purchase = isUuid(purchaseId) ? await findPurchase(deps.db, purchaseId) : undefined
  // Another member's purchase gets the same response as one that doesn't exist, so that callers can't probe for IDs.
  if (purchase?.memberId !== memberId || purchase.kind !== kind) throw purchaseNotFoundError()
  if (purchase.paymentIntentId !== intentId) {
    throw new AppError('payment_mismatch', 'This payment belongs to another purchase. Please contact us.')
  }
  const { orderNumber } = purchase
  // A purchase that ended may still have been paid. Only the provider knows.
  const hasEnded = purchase.state === 'expired' || purchase.state === 'failed'
  const answer = async (state: Parameters<typeof getSettledReply>[0]) => {
    // The buyer may still have access in another way, such as through a grant.
    const isOpen = state === 'disputed' && (await ownsProduct(deps.db, memberId, purchase.productId))
    return { ...getSettledReply(state, isOpen), orderNumber }
  }
  if (purchase.state !== 'pending' && !hasEnded) return answer(purchase.state)

  await enforceRateLimit(deps, deps.db, CONFIRMATION_LIMIT, memberId)
  const verdict = await callProviderAtStage(deps, 'confirming', async () => {
    const intent = await deps.payments.readIntent(intentId)
    if (!intent)
      throw new AppError('payment_mismatch', 'We can’t find this payment. Please contact us before you pay again.')
    return settlePurchase(deps, purchase, intent)
  }).catch((error: unknown): Settlement => {
    if (error instanceof NumbersNotReadError) return { kind: 'incomplete', message: incompleteMessage('processing') }
    throw error
  })
  switch (verdict.kind) {
    case 'paid':
      return answer('paid')
    case 'ended':
      return answer(verdict.state)
    case 'incomplete':
      return { response: 'FAILED', message: verdict.message, orderNumber }
    case 'elsewhere':
      throw new AppError(
        'payment_mismatch',
        'Our web address has changed since you started this payment, so we need to confirm the payment first. Please don’t pay again. You’ll get access automatically. If you don’t, contact us.',
      )
    case 'mismatch':
      throw new AppError('payment_mismatch', 'The payment doesn’t match this purchase. Please contact us.')
    default:
      return unreachable(verdict)
  }
}
