export { issueInvoice } from './invoices.service.ts'
export { sendReceipt } from './receipt.jobs.ts'
export { sweepPayments } from './sweep.service.ts'
export { refundOrder } from './refund.service.ts'
