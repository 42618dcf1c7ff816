export { sendReceipt } from './receipt.jobs.ts'
export { sweepPending } from './settlement.service.ts'
