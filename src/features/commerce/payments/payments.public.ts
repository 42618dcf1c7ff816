export { saleAsMetadata } from './adoption.rules.ts'
export { adoptPayment } from './adoption.service.ts'
export { tellBuyer } from './buyer-notifications.service.ts'
export { confirmPayment } from './confirmation.service.ts'
export { eraseCards, purchasesOfMember, undecidedPurchase } from './erasure.queries.ts'
export { eventArrivals, hasTestSale } from './events.queries.ts'
export { issueInvoice } from './invoices.service.ts'
export { sendTrouble, tellDispute, tellFailedRefund, tellOperator, tellSale } from './operator-notifications.queues.ts'
export type { Point } from './provider-errors.rules.ts'
export { atPoint, orTell, tellWhatToMend } from './provider-errors.service.ts'
export {
  attachIntent,
  expirePurchase,
  hasOpenedPayment,
  openPurchase,
  type Purchase,
  type TaxOnPurchase,
} from './payments.queries.ts'
export { canStillBePaid, disputedMessage, paidStateOf } from './payments.rules.ts'
export { sendDispute, sendFailedPayment, sendReceipt, sendRefund } from './receipt.queues.ts'
export { insertRestore, listGaps } from './recorded-numbers.queries.ts'
export { recordBeforeMail } from './recorded-numbers.service.ts'
export { areNumbersUnread, type NumbersRead, NumbersUnread, readNumbers } from './restored-numbers.service.ts'
export { refundInWords, RefundLeap, refundOrder } from './refund.service.ts'
export { elsewhere, retire, settle } from './settlement.service.ts'
export { academyIn } from './payment-ownership.rules.ts'
export { confirmFormerAddress, isOurPayment, rememberAddress, unconfirmedAddress } from './payment-ownership.service.ts'
export { fillInWhatIsTold } from './backfill.service.ts'
export { sweepPayments } from './reconcile.service.ts'
export { followTroubles } from './payment-issue-follow-up.service.ts'
export { type TroublesToTell, troublesToTell, waitingTroubles } from './payment-issues.queries.ts'
