/**
 * Accepted payment methods, as the card provider names them: cards, including the device's wallets, and the provider's
 * Link. None of them leaves the page. The card form and the payment must use the same list, or the provider rejects the
 * confirmation.
 */
export const PAYMENT_METHODS = ['card', 'link'] as const
