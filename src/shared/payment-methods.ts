/**
 * The payment methods that are accepted, by the card provider's names: cards (including the device's wallets), and the
 * provider's Link. None of them leaves the page. The card form and the payment must have the same list. Otherwise, the
 * provider rejects the confirmation.
 */
export const PAYMENT_METHODS = ['card', 'link'] as const
