/** The message for a buyer whose access is paused because of a payment dispute. */
export const DISPUTED_TEXT = {
  fact: 'The payment for this item is being disputed through your bank, so your access is paused until the dispute is decided.',
  wayOut:
    'If you made this payment, ask your bank to withdraw the dispute. Your access returns automatically when the dispute is withdrawn or decided in our favor.',
}
