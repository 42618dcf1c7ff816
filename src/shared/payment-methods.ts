/**
 * Accepted payment methods, as the card provider names them: cards with the device's wallets, and the provider's Link.
 * None leaves the page. Card form and payment must use the same list: the provider refuses to confirm otherwise.
 */
export const PAYMENT_METHODS = ['card', 'link'] as const
