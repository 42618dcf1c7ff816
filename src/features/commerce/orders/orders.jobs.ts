import {
  sendDispute,
  sendFailedPayment,
  sendReceipt,
  sendRefund,
  sendTrouble,
  tellDispute,
  tellFailedRefund,
  tellOperator,
  tellSale,
} from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import {
  mailDisputeNotice,
  mailFailedRefund,
  mailSale,
  mailTrouble,
  tellTrouble,
} from './operator-notifications.service.ts'
import { mailDispute, mailFailedPayment, mailReceipt, mailRefund } from './orders.service.ts'

/** What purchases tell, in words: to the buyer, and to the operator. */
export function orderJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(sendReceipt, (sent) => mailReceipt(deps, sent))
  jobs.handle(sendRefund, (refund) => mailRefund(deps, refund))
  jobs.handle(sendFailedPayment, ({ purchaseId }) => mailFailedPayment(deps, purchaseId))
  jobs.handle(sendDispute, (dispute) => mailDispute(deps, dispute))
  jobs.handle(tellSale, ({ purchaseId }) => mailSale(deps, purchaseId))
  jobs.handle(tellDispute, (dispute) => mailDisputeNotice(deps, dispute))
  jobs.handle(tellFailedRefund, (refund) => mailFailedRefund(deps, refund))
  jobs.handle(tellOperator, (trouble) => tellTrouble(deps, trouble))
  jobs.handle(sendTrouble, (trouble) => mailTrouble(deps, trouble))
}
