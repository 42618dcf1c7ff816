/** The message for the buyer if an item is closed because of a payment dispute. */
export const DISPUTED_TEXT = {
  fact: 'The payment for this item is disputed at your bank, so your access is paused until the dispute is decided.',
  wayOut: 'If you made the payment, please tell your bank. Your access then returns automatically.',
}
