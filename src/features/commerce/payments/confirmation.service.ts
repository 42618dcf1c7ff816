import { ownsProduct } from '#features/foundation/ownership/ownership.public.ts'
import { throttle } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import type { Kind } from '#shared/kinds.ts'
import type { Limit } from '#shared/limit.ts'
import { unreachable } from '#shared/unreachable.ts'
import { atPoint } from './provider-errors.service.ts'
import { findPurchase } from './payments.queries.ts'
import { incompleteMessage, settledAnswer } from './payments.rules.ts'
import { NumbersUnread } from './restored-numbers.service.ts'
import { settle, type Settlement, type SettlementDeps } from './settlement.service.ts'

// The provider answers so many questions a second for the whole academy: no member may ask all of them.
const CONFIRMATIONS: Limit = { what: 'confirm-payment', hits: 120, windowMs: 60 * 60_000 }

const noSuchPurchase = () => new AppError('not_found', 'No such purchase.')

type Payment = { kind: Kind; purchaseId: string; intentId: string }

/** Settles a purchase if the provider says that it is paid. Called again, it gives the same answer and does no more. */
export async function confirmPayment(
  deps: SettlementDeps,
  memberId: string,
  { kind, purchaseId, intentId }: Payment,
): Promise<{ response: 'SUCCESS' | 'FAILED'; message: string; orderNumber: string }> {
  const purchase = isUuid(purchaseId) ? await findPurchase(deps.db, purchaseId) : undefined
  // Someone else's purchase answers like a missing one, so ids can't be probed.
  if (purchase?.memberId !== memberId || purchase.kind !== kind) throw noSuchPurchase()
  if (purchase.paymentIntentId !== intentId) {
    throw new AppError('payment_mismatch', 'This payment belongs to another purchase.')
  }
  const { orderNumber } = purchase
  // One that has ended may have been paid all the same: only the provider knows.
  const hasEnded = purchase.state === 'expired' || purchase.state === 'failed'
  const answer = async (state: Parameters<typeof settledAnswer>[0]) => {
    // Something else may open it, such as a grant.
    const isOpen = state === 'disputed' && (await ownsProduct(deps.db, memberId, purchase.productId))
    return { ...settledAnswer(state, isOpen), orderNumber }
  }
  if (purchase.state !== 'pending' && !hasEnded) return answer(purchase.state)

  await throttle(deps, deps.db, CONFIRMATIONS, memberId)
  const verdict = await atPoint(deps, 'confirming', async () => {
    const intent = await deps.payments.readIntent(intentId)
    if (!intent) throw new AppError('payment_mismatch', 'The card provider does not know this payment.')
    return settle(deps, purchase, intent)
  }).catch((error: unknown): Settlement => {
    if (error instanceof NumbersUnread) return { kind: 'incomplete', message: incompleteMessage('processing') }
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
        'This payment was opened at an earlier address of the academy, which has to confirm it first. Please do not pay again. Your purchase opens by itself then, or contact us.',
      )
    case 'mismatch':
      throw new AppError('payment_mismatch', 'The payment does not match this purchase. Please contact us.')
    default:
      return unreachable(verdict)
  }
}
