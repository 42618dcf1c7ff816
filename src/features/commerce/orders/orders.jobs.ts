import {
  sendDispute,
  sendFailedPayment,
  sendFailedRefund,
  sendReceipt,
  sendRefund,
  sendOperatorIssue,
  notifyOperatorOfDispute,
  notifyOperatorOfFailedRefund,
  notifyOperator,
  notifyOperatorOfSale,
} from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import {
  sendOperatorDisputeEmail,
  sendOperatorFailedRefundEmail,
  sendSaleEmail,
  sendOperatorIssueEmail,
  reportOperatorIssue,
} from './operator-notifications.service.ts'
import {
  sendDisputeEmail,
  sendFailedPaymentEmail,
  sendFailedRefundEmail,
  sendReceiptEmail,
  sendRefundEmail,
} from './orders.service.ts'

/** Sends the emails about purchases to the buyer and the operator. */
export function orderJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(sendReceipt, (sent) => sendReceiptEmail(deps, sent))
  jobs.handle(sendRefund, (refund) => sendRefundEmail(deps, refund))
  jobs.handle(sendFailedRefund, (refund) => sendFailedRefundEmail(deps, refund))
  jobs.handle(sendFailedPayment, ({ purchaseId }) => sendFailedPaymentEmail(deps, purchaseId))
  jobs.handle(sendDispute, (dispute) => sendDisputeEmail(deps, dispute))
  jobs.handle(notifyOperatorOfSale, ({ purchaseId }) => sendSaleEmail(deps, purchaseId))
  jobs.handle(notifyOperatorOfDispute, (dispute) => sendOperatorDisputeEmail(deps, dispute))
  jobs.handle(notifyOperatorOfFailedRefund, (refund) => sendOperatorFailedRefundEmail(deps, refund))
  jobs.handle(notifyOperator, (issue) => reportOperatorIssue(deps, issue))
  jobs.handle(sendOperatorIssue, (issue) => sendOperatorIssueEmail(deps, issue))
}
