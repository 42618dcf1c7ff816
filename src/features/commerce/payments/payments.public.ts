export { toSaleMetadata } from './adoption.rules.ts'
export { adoptPayment } from './adoption.service.ts'
export { notifyBuyer } from './buyer-notifications.service.ts'
export { confirmPayment } from './confirmation.service.ts'
export { eraseCards, purchasesOfMember, findUndecidedPurchase } from './erasure.queries.ts'
export { getEventArrivals, hasTestSale } from './events.queries.ts'
export { checkEarlierPayments } from './earlier-payments.service.ts'
export { issueInvoice } from './invoice-numbers.service.ts'
export {
  sendOperatorIssue,
  notifyOperatorOfDispute,
  notifyOperatorOfFailedRefund,
  notifyOperator,
  notifyOperatorOfSale,
} from './operator-notifications.queues.ts'
export type { PurchaseStage } from './provider-errors.rules.ts'
export { callProviderAtStage, runOrReport, reportProviderError } from './provider-errors.service.ts'
export { endOwnedPayments } from './owned-payments.queues.ts'
export {
  attachIntent,
  countCheckouts,
  countOpenLivePayments,
  expirePurchase,
  hasOpenedPayment,
  openPurchase,
  type Purchase,
  type TaxOnPurchase,
} from './payments.queries.ts'
export { canStillBePaid, disputedMessage } from './payments.rules.ts'
export { sendDispute, sendFailedPayment, sendFailedRefund, sendReceipt, sendRefund } from './receipt.queues.ts'
export { insertRestore, listInvoiceGaps } from './recorded-numbers.queries.ts'
export { recordNumbersBeforeEmail } from './recorded-numbers.service.ts'
export { areNumbersUnread, type NumberReport, NumbersNotReadError, readNumbers } from './restored-numbers.service.ts'
export { describeRefund } from './refund-outcome.service.ts'
export { RepeatedRefundError, refundOrder } from './refund.service.ts'
export { otherAddressError, retirePurchase, settlePurchase } from './settlement.service.ts'
export { getAcademyHost } from './payment-ownership.rules.ts'
export {
  confirmFormerAddress,
  getAcademyMetadata,
  isOurPayment,
  recordHomeAddress,
  rereadPayments,
  findUnconfirmedAddress,
} from './payment-ownership.service.ts'
export { backfillPaymentDetails } from './backfill.service.ts'
export { reconcilePayments } from './reconcile.service.ts'
export { followUpPaymentIssues } from './payment-issue-follow-up.service.ts'
export {
  findOwedCents,
  type ReportedIssues,
  getReportedIssues,
  isResponseDue,
  listOpenPaymentIssues,
} from './payment-issues.queries.ts'
export { getRefundableOrderCents } from './payment-issues.rules.ts'
