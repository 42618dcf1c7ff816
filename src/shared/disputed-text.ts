/** The message for the buyer if an item is closed because of a payment dispute. */
export const DISPUTED_TEXT = {
  fact: 'Your bank was asked to take the payment for this item back, so it is closed until that is decided.',
  wayOut: 'If the payment was yours, please tell your bank; it opens again by itself.',
}
