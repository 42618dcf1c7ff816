/**
 * What an item can be paid with, as the card provider names it: cards with the device's wallets, and the provider's Link. None leads
 * away from the page. Card form and payment must be opened with the same list: the provider refuses to confirm where they differ.
 */
export const PAYMENT_METHODS = ['card', 'link'] as const
